export { createTicketSigner, type TicketSigner } from './signer.ts';
