import type { KernelView } from '@candor/kernel';

export const historyQueries = {
  /** The sequence number of the last command that the queried state includes. */
  newestSeq: (view: KernelView): number => view.seq,
};

declare module '../core/live-queries.ts' {
  interface LiveQueries {
    readonly history: typeof historyQueries;
  }
}
