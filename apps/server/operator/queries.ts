import type { KernelView } from '@candor/kernel';

/** Live reads of the operators' console. */
export const operatorQueries = {
  /** The ledger's sums by asset, and the index of each spot symbol. */
  houseFigures: (view: KernelView) => ({
    ledger: view.ledgerSums(),
    index: view.symbols().map((symbol) => ({ symbol, state: view.index(symbol.symbolId) })),
  }),
  /** The states of all books, spot symbols first. */
  bookStates: (view: KernelView) => ({
    symbols: view.symbols(),
    contracts: view.perpetual
      .symbols()
      .map(({ symbolId, name, state, stateReason }) => ({ symbolId, name, state, stateReason })),
  }),
};
