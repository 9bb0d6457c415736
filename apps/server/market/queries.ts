import type { KernelView } from '@candor/kernel';
import { publicQueries } from './public-queries.ts';

/** The market's initial state; committed events bring the later changes. */
export const marketQueries = {
  ...publicQueries,
  /** Everything that has its own price: spot symbols and contracts. */
  marketSymbols: (view: KernelView) => ({ symbols: view.symbols(), contracts: view.perpetual.symbols() }),
  /** The index of each spot symbol by its id; a symbol has none before its first tick. */
  indexes: (view: KernelView) =>
    new Map(
      view.symbols().flatMap(({ symbolId }) => {
        const index = view.index(symbolId);
        return index === null ? [] : [[symbolId, index] as const];
      }),
    ),
  /** The recorder's starting point: the symbols to price, and the last tick in the journal. */
  recorderStart: (view: KernelView) => ({ symbols: view.symbols(), chain: view.chain }),
};
