export { createTicketSigner, type TicketSigner } from './signer.ts';
export { connectTickets, serveTickets, type Tickets } from './tickets.ts';
