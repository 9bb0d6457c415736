import type { Command, RejectionCode } from '@candor/kernel';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import type { ActDetails, FourEyesActs } from '../../operators/operator/index.ts';
import { readStaking, type StakingReaderOptions } from './desk-reader.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

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

/** The acts on staking, which all wait for a second operator: their payload is the command itself. */
export function stakingFourEyes(
  reader: StakingReaderOptions,
): FourEyesActs<'offerStaking' | 'closeStakingOffer' | 'fundStaking'> {
  const effect = (payload: string) => ({ command: decodeCommand(payload), errorOf });
  return {
    offerStaking: { before: async () => null, effect },
    closeStakingOffer: {
      before: async (payload) => {
        const { offerId } = decodeCommand(payload) as Of<'closeStakingOffer'>;
        const offer = (await readStaking(reader)).offers.find((each) => each.offerId === offerId);
        if (offer === undefined || offer.closesTime === null) return null;
        return closingDetails(offerId, offer.coin, timeText(offer.closesTime));
      },
      effect,
    },
    fundStaking: { before: async () => null, effect },
  };
}
