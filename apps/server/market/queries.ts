import type { KernelView } from '@candor/kernel';

/** What the market begins with; committed events tell the rest. */
export const marketQueries = {
  /** All that has a price of its own: spot symbols and contracts. */
  marketSymbols: (view: KernelView) => ({ symbols: view.symbols(), contracts: view.perpetual.symbols() }),
  /** The index of each spot symbol by its id; none before its first tick. */
  indexes: (view: KernelView) =>
    new Map(
      view.symbols().flatMap(({ symbolId }) => {
        const index = view.index(symbolId);
        return index === null ? [] : [[symbolId, index] as const];
      }),
    ),
  /** What the recorder goes on from: the symbols to price, and the last tick that the journal holds. */
  recorderStart: (view: KernelView) => ({ symbols: view.symbols(), chain: view.chain }),
};
