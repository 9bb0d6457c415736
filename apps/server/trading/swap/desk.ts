import type { swapDeskCalls } from '@candor/api';
import type { FundSwaps, SetSwapTerms } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { ppmPercent } from '../../engine/values/index.ts';
import { type DeskDeps, type DeskHandlers, proposeCommand } from '../../operators/operator/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { swapTermsDetails } from './desk-four-eyes.ts';

export { swapFourEyes } from './desk-four-eyes.ts';

import { readSwaps } from './desk-reader.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/**
 * Swaps, as operators meet them: spread and limits of each coin, whether anything is swapped, and the inventory. Nothing
 * here reaches the rate of an open quote. Terms and inventory wait for a second operator; a halt takes effect at once.
 */
export function swapDesk({
  acts,
  proposals,
  core,
  catalogues,
}: DeskDeps): DeskHandlers<typeof swapDeskCalls> {
  const read = () => readSwaps({ core, catalogues });

  /** @throws Refusal UNKNOWN_COIN, SWAP_NOT_OFFERED */
  async function coinOf(assetId: number) {
    const asset = catalogues.current().assets.find((each) => each.assetId === assetId);
    if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
    const { assets } = await core.ask('swapDesk', HOUSE_USER_ID);
    const terms = assets.find((each) => each.assetId === assetId);
    if (terms === undefined) throw new Refusal('SWAP_NOT_OFFERED');
    const units = (text: string, field: string): Amount => {
      const value = parseDecimal(text, asset.scale);
      if (value === null) throw new Refusal('AMOUNT_INVALID', { field });
      return value as Amount;
    };
    return { asset, symbolId: terms.symbolId, units };
  }

  return {
    getOperatorSwaps: () => read(),
    async setSwapTerms({ session, params: { assetId }, body, idempotencyKey }) {
      const { asset, symbolId, units } = await coinOf(assetId);
      const { spreadPercent, minAmount, maxAmount, maxInventory, reason } = body;
      const ppm = parseDecimal(spreadPercent, PPM_SCALE);
      if (ppm === null) throw new Refusal('AMOUNT_INVALID', { field: 'spreadPercent' });
      const spreadPpm = Number(ppm);
      const command: SetSwapTerms = {
        type: 'setSwapTerms',
        assetId,
        symbolId,
        spreadPpm,
        reason,
        minAmount: units(minAmount, 'minAmount'),
        maxAmount: units(maxAmount, 'maxAmount'),
        maxInventory: units(maxInventory, 'maxInventory'),
      };
      const after = swapTermsDetails({
        coin: asset.code,
        spreadPercent: ppmPercent(spreadPpm),
        minAmount,
        maxAmount,
        maxInventory,
      });
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async setSwapState({ session, body: { state, reason }, idempotencyKey }) {
      const command = { type: 'setSwapState', state, reason } as const;
      const details = { state, reason };
      await acts.perform(session, { action: 'setSwapState', body: command, details }, idempotencyKey);
      return read();
    },
    async fundSwaps({ session, params: { assetId }, body, idempotencyKey }) {
      const { asset, units } = await coinOf(assetId);
      const { direction, source, reason } = body;
      // what is taken back goes to the house's own account alone
      if (direction === 'take' && source === 'practice')
        throw new Refusal('INVALID_INPUT', { field: 'source' });
      const amount = units(body.amount, 'amount');
      const command: FundSwaps = {
        type: 'fundSwaps',
        assetId,
        fromUserId: source === 'practice' ? 0 : HOUSE_USER_ID,
        reason,
        amount: (direction === 'take' ? -amount : amount) as Amount,
      };
      const shown = direction === 'take' ? `-${body.amount}` : body.amount;
      return proposeCommand(
        proposals,
        session,
        command,
        { coin: asset.code, amount: shown, source },
        idempotencyKey,
      );
    },
  };
}
