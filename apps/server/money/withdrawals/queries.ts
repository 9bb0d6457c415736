import type { KernelView } from '@candor/kernel';
import { indexPricesOf } from '../../engine/catalogue/index-prices.ts';

/** Live reads of withdrawals. */
export const withdrawalQueries = {
  /**
   * Returns, by user and asset, the amount that holds of taken-back deposits lack: above 0, that user's payments of it
   * wait. `fillable` are the holds, where free funds fill them all.
   */
  missingOfDeposits: (
    view: KernelView,
    asked: readonly { readonly userId: number; readonly assetId: number }[],
  ) =>
    asked.map(({ userId, assetId }) => ({
      missing: view.custody.missingOf(userId, assetId),
      fillable: view.custody.fillable(userId, assetId),
    })),
  /** Returns what the ledger holds for withdrawals; null for one that it does not hold. */
  heldWithdrawals: (view: KernelView, withdrawalNos: readonly number[]) =>
    withdrawalNos.map((no) => view.custody.openWithdrawal(no)),
  /** The most that a user may withdraw of assets, what taken-back deposits lack beyond it, and index prices of symbols. */
  withdrawable: (
    view: KernelView,
    userId: number,
    assetIds: readonly number[],
    valuedBy: readonly number[],
  ) => ({
    amounts: assetIds.map((assetId) => view.custody.withdrawable(userId, assetId)),
    lacking: assetIds.map((assetId) => view.custody.lackingOf(userId, assetId)),
    prices: indexPricesOf(view, valuedBy),
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly withdrawals: typeof withdrawalQueries;
  }
}
