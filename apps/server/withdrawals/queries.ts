import type { KernelView } from '@candor/kernel';
import { indexPricesOf } from '../catalogue/index-prices.ts';

/** Live reads of withdrawals. */
export const withdrawalQueries = {
  /** The most that a user may withdraw of assets, and the index prices of the named symbols. */
  withdrawable: (
    view: KernelView,
    userId: number,
    assetIds: readonly number[],
    valuedBy: readonly number[],
  ) => ({
    amounts: assetIds.map((assetId) => view.custody.withdrawable(userId, assetId)),
    prices: indexPricesOf(view, valuedBy),
  }),
};
