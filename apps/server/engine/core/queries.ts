import type { KernelView } from '@candor/kernel';

/** Live reads that every room may need. */
export const coreQueries = {
  /** True if the user has an account in the ledger. */
  hasAccount: (view: KernelView, userId: number) => view.hasAccount(userId),
};
