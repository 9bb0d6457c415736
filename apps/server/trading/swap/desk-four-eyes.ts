import type { OperatorSwaps } from '@candor/api';
import type { Command, RejectionCode } from '@candor/kernel';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import type { ActDetails, FourEyesActs } from '../../operators/operator/index.ts';
import { readSwaps, type SwapReaderOptions } from './desk-reader.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;
type Coin = OperatorSwaps['coins'][number];

/** The terms of a coin, as the log and the diff show them. */
export const swapTermsDetails = (
  terms: Pick<Coin, 'coin' | 'spreadPercent' | 'minAmount' | 'maxAmount' | 'maxInventory'>,
): ActDetails => ({
  coin: terms.coin,
  spread: `${terms.spreadPercent}%`,
  least: terms.minAmount,
  most: terms.maxAmount,
  inventory: terms.maxInventory,
});

const errorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' || rejection === 'QUANTITY_INVALID'
    ? 'AMOUNT_INVALID'
    : errorKeyOfRejection(rejection);

/** The acts on swaps that wait for a second operator: their payload is the command itself. */
export function swapFourEyes(reader: SwapReaderOptions): FourEyesActs<'setSwapTerms' | 'fundSwaps'> {
  return {
    setSwapTerms: {
      before: async (payload) => {
        const { assetId } = decodeCommand(payload) as Of<'setSwapTerms'>;
        const found = (await readSwaps(reader)).coins.find((coin) => coin.assetId === assetId);
        return found === undefined ? null : swapTermsDetails(found);
      },
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
    fundSwaps: {
      before: async () => null,
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
  };
}
