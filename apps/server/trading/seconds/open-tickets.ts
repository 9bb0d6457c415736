import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { findSecond } from './find.ts';
import { ticketOf } from './rows.ts';
import type { TicketSigner } from './tickets/signer.ts';
import type { Tickets } from './tickets/tickets.ts';

export interface SecondTicketsDeps {
  readonly core: CoreLink;
  readonly history: Pick<History, 'seconds' | 'caughtUp'>;
  readonly catalogues: CatalogueFollower;
  readonly signer: TicketSigner;
}

/**
 * Signs the terms of second contracts. It looks up the terms itself and never signs terms that a caller passes in.
 */
export function createSecondTickets(deps: SecondTicketsDeps): Tickets {
  const { catalogues, signer } = deps;
  return {
    publicKey: signer.publicKey,
    async sign(userId, contractId, late) {
      const { terms, simulated } = (await findSecond(deps, userId, contractId, late)).second;
      return signer.sign(ticketOf(catalogues.current(), terms, simulated));
    },
  };
}
