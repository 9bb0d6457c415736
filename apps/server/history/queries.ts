import type { KernelView } from '@candor/kernel';

export const historyQueries = {
  /** The last command that the answer's state has seen. */
  newestSeq: (view: KernelView): number => view.seq,
};
