import { LEDGER, type LeftOut, ledgerTable, type OwnData, onePage } from '../../base/records/own-data.ts';
import { type RebateDaysDeps, rebateDays } from './rebate-days.ts';

/** Days since 1970 end before. */
const LAST_DAY = 100_000;

/** The rebates of users by day. */
export function referralOwnData(needs: RebateDaysDeps): OwnData {
  return {
    records: [
      {
        file: 'referral_days',
        from: [{ ...ledgerTable('referral_days'), owner: 'inviter_id' }],
        pages: (userId) => onePage(rebateDays(needs, userId, { from: 0, to: LAST_DAY })),
      },
    ],
  };
}

export const referralLeftOut: readonly LeftOut[] = [
  {
    table: 'projections.referral_fees',
    owner: 'payer_id',
    reason: 'sums of trading fees that stand in the bills one by one',
    atClosing: { keeps: LEDGER },
  },
];
