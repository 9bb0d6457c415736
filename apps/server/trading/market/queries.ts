import type { KernelView, TermsChange } from '@candor/kernel';
import { publicQueries } from './public-queries.ts';
import type { MarketTermsFacts } from './terms-facts.ts';

/** Ended changes of terms that are listed. */
const ENDED_SHOWN = 50;

/** The market's initial state; committed events bring the later changes. */
export const marketQueries = {
  ...publicQueries,
  /** Everything that has its own price: spot symbols and contracts. */
  marketSymbols: (view: KernelView) => ({ symbols: view.symbols(), contracts: view.perpetual.symbols() }),
  /** All terms that are changed with notice, as commands would set them, and the changes to them. */
  marketTerms: (view: KernelView): MarketTermsFacts => ({
    referral: view.referral.terms(),
    mining: view.mining.streams(),
    timeMs: view.timeMs,
    symbols: view.symbols(),
    contracts: view.perpetual.symbols(),
    fees: view.spot.feeTiers(),
    marginAssets: view.margin.assets(),
    marginTerms: view.margin.terms(),
    announced: view.announcedChanges(),
    ended: view.endedChanges().slice(0, ENDED_SHOWN),
  }),
  /** Returns the fault of terms that would be announced, or null if they have none. */
  termsProblem: (view: KernelView, change: TermsChange) => view.changeProblem(change),
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

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly market: typeof marketQueries;
  }
}
