export { type Check, type CheckStep, firstWrongStep } from './check.ts';
export { checkFill, type FillReceipt } from './fill.ts';
export { checkSecondContract } from './seconds/check-second-contract.ts';
export type { SecondReading, SecondReceipt, SecondTicket } from './seconds/receipt.ts';
export { readSignedTicket, sameTicket, TICKET_TYPE, type TicketKey } from './seconds/signed-ticket.ts';
