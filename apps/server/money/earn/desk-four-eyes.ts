import { decodeCommand } from '../../engine/outbox/index.ts';
import { closingDetails, type FourEyesAct, poolErrorOf, timeText } from '../../operators/operator/index.ts';

const effect: FourEyesAct['effect'] = (payload) => ({
  command: decodeCommand(payload),
  errorOf: poolErrorOf,
});

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
