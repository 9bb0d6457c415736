import { everyPage, LEDGER, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import { placedPage } from '../../engine/placed.ts';
import { createStaking, type StakingDeps } from './staking.ts';

/** The ledger's records of users' staking orders, each with its receipt. */
export function stakingOwnData(needs: StakingDeps): OwnData {
  const staking = createStaking(needs);
  return {
    records: [
      {
        file: 'staking-orders',
        from: [ledgerTable('staking_orders')],
        pages: (userId) =>
          everyPage(async (page) => placedPage(needs.history, await staking.list(userId, null, page))),
      },
    ],
  };
}

export const stakingLeftOut: readonly LeftOut[] = [
  {
    table: 'projections.staking_paid',
    reason: 'sums of the interest that the orders show one by one',
    atClosing: { keeps: LEDGER },
  },
];
