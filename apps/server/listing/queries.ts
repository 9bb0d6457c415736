import type { KernelView } from '@candor/kernel';

/** What a start asks of the journal that it meets. */
export const listingQueries = {
  /** Null before the first command. */
  journalMode: (view: KernelView) => view.mode,
  /** The mode, and the hash of the simulator's seed as the journal showed it at its beginning. */
  journalOrigin: (view: KernelView) => ({ mode: view.mode, seedHash: view.seedHash }),
};
