import type { KernelView } from '@candor/kernel';

/** Live reads of the operators' console. */
export const operatorQueries = {
  /** The ledger's sums by asset, and the index of each spot symbol. */
  houseFigures: (view: KernelView) => ({
    ledger: view.ledgerSums(),
    index: view.symbols().map((symbol) => ({ symbol, state: view.index(symbol.symbolId) })),
  }),
  /** True if the user has a ledger account, and what the house may give of an asset. */
  correctionFunds: (view: KernelView, userId: number, houseUserId: number, assetId: number) => ({
    hasAccount: view.hasAccount(userId),
    available:
      (view.hasAccount(houseUserId) ? view.balances(houseUserId) : []).find(
        (balance) => balance.assetId === assetId,
      )?.available ?? null,
  }),
  /** The states of all books, spot symbols first. */
  bookStates: (view: KernelView) => ({
    symbols: view.symbols(),
    contracts: view.perpetual
      .symbols()
      .map(({ symbolId, name, state, stateReason }) => ({ symbolId, name, state, stateReason })),
  }),
};
