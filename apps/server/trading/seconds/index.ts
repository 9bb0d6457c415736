export { secondsHouse } from './house.ts';
export { createSecondTickets } from './open-tickets.ts';
export { receiptOf, ticketOf } from './rows.ts';
export type { Seconds, SecondsDeps } from './seconds.ts';
export { createSeconds } from './seconds.ts';
export { createTicketSigner } from './tickets/signer.ts';
export { connectTickets, serveTickets } from './tickets/tickets.ts';
