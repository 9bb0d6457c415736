import type { KernelView } from '@candor/kernel';

/** Live reads of trading fees. */
export const feeQueries = {
  /** The table of tiers, the single pair of rates used without one, and the user's tier; a null user is a visitor. */
  feeTiers(view: KernelView, userId: number | null) {
    const { spot } = view;
    const table = spot.feeTiers();
    return {
      table: { ...table, tiers: table.tiers.map((tier) => ({ ...tier })) },
      status: userId !== null && view.hasAccount(userId) ? spot.feeStatus(userId) : null,
      makerFeePpm: spot.makerFeePpm,
      takerFeePpm: spot.takerFeePpm,
    };
  },
};
