import { everyPage, LEDGER, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import { rebateDays } from './rebate-days.ts';
import { type RebatesDeps, rebates } from './rebates.ts';

/** Days since 1970 end before. */
const LAST_DAY = 100_000;

/** The rebates of users, by day and one by one. */
export function referralOwnData(needs: RebatesDeps): OwnData {
  return {
    records: [
      {
        file: 'referral_days',
        from: [{ ...ledgerTable('referral_days'), owner: 'inviter_id' }],
        pages: (userId) => everyPage((page) => rebateDays(needs, userId, { from: 0, to: LAST_DAY }, page)),
      },
      {
        file: 'referral_rebates',
        from: [{ ...ledgerTable('referral_rebates'), owner: 'inviter_id' }],
        pages: (userId) => everyPage((page) => rebates(needs, userId, page)),
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
