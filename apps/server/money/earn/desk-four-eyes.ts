import type { RejectionCode } from '@candor/kernel';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import type { ActDetails, FourEyesAct } from '../../operators/operator/index.ts';

/** A time as the log and the diff show it; `now` for the moment of the approval. */
export const timeText = (timeMs: number | null): string =>
  timeMs === null || timeMs === 0
    ? 'now'
    : `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const closingDetails = (offerId: number, coin: string, closes: string): ActDetails => ({
  offer: String(offerId),
  coin,
  closes,
});

const errorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' || rejection === 'QUANTITY_INVALID'
    ? 'AMOUNT_INVALID'
    : errorKeyOfRejection(rejection);

const effect: FourEyesAct['effect'] = (payload) => ({ command: decodeCommand(payload), errorOf });

/** An act that replaces nothing and waits for a second operator: its payload is the command itself. */
export const earnAct: FourEyesAct = { before: async () => null, effect };

/** The same of the end of an offer, which may replace another one; `readOffers` reads the product's desk. */
export function closingAct(
  readOffers: () => Promise<
    readonly { readonly offerId: number; readonly coin: string; readonly closesTime: number | null }[]
  >,
): FourEyesAct {
  return {
    before: async (payload) => {
      const { offerId } = decodeCommand(payload) as unknown as { readonly offerId: number };
      const offer = (await readOffers()).find((each) => each.offerId === offerId);
      if (offer === undefined || offer.closesTime === null) return null;
      return closingDetails(offerId, offer.coin, timeText(offer.closesTime));
    },
    effect,
  };
}
