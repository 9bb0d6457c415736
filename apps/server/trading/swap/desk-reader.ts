import type { OperatorSwaps } from '@candor/api';
import type { Amount } from '@candor/money';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';

export interface SwapReaderOptions {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
}

/** Reads swaps as operators see them. */
export async function readSwaps({ core, catalogues }: SwapReaderOptions): Promise<OperatorSwaps> {
  const { mode, state, stateReason, assets, house } = await core.ask('swapDesk', HOUSE_USER_ID);
  const catalogue = catalogues.current();
  return {
    state,
    stateReason,
    practice: mode === 'practice',
    coins: assets.map(({ assetId, spreadPpm, isPriced, ...each }) => {
      const text = (amount: Amount) => amountText(catalogue, assetId, amount);
      const own = house.find((balance) => balance.assetId === assetId);
      return {
        assetId,
        coin: catalogue.assetById(assetId).code,
        spreadPercent: ppmPercent(spreadPpm),
        minAmount: text(each.minAmount),
        maxAmount: text(each.maxAmount),
        maxInventory: text(each.maxInventory),
        inventory: text(each.inventory),
        promised: text(each.promised),
        expected: text(each.expected),
        houseAvailable: text(own?.available ?? (0n as Amount)),
        priced: isPriced,
      };
    }),
  };
}
