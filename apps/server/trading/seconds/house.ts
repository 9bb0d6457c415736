import type { HousePart } from '../../gateway/subject.ts';
import { createSecondTickets } from './open-tickets.ts';
import { createTicketSigner } from './tickets/signer.ts';
import { serveTickets } from './tickets/tickets.ts';

/** Signs the terms of second contracts for all doors. */
export const secondsHouse: HousePart = async ({ core, history, catalogues, bus, ask }) => {
  const signer = createTicketSigner((await ask('tickets-seed')) as Uint8Array);
  return serveTickets(createSecondTickets({ core, history, catalogues, signer }), bus);
};
