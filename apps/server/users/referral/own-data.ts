import { everyPage, LEDGER, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { type DayRange, dayOf, rebateDays } from './rebate-days.ts';
import { type RebatesDeps, rebates } from './rebates.ts';

/** Days since 1970 end before. */
const LAST_DAY = 100_000;

/** Readers of rebates, and the clock that says which days are over. */
export interface ReferralDataNeeds extends RebatesDeps {
  readonly now: () => number;
  readonly core: Pick<CoreLink, 'ask'>;
}

/** The rebates of users, by day, and by day and payer. */
export function referralOwnData(needs: ReferralDataNeeds): OwnData {
  const days = (): DayRange => ({ from: 0, to: LAST_DAY, today: dayOf(needs.now()) });
  return {
    // shares would be paid to nobody
    ledgerEnds: async (userId) => [{ type: 'endReferral', accountUserId: userId }],
    ledgerOwes: (userId) => needs.core.ask('referralOwes', userId),
    records: [
      {
        file: 'referral_days',
        from: [{ ...ledgerTable('referral_sums'), owner: 'inviter_id' }],
        pages: (userId) => everyPage((page) => rebateDays(needs, userId, days(), page)),
      },
      {
        file: 'referral_rebates',
        from: [],
        pages: (userId) => everyPage((page) => rebates(needs, userId, days(), page)),
      },
    ],
  };
}

export const referralLeftOut: readonly LeftOut[] = [
  {
    table: 'projections.referral_fee_days',
    owner: 'payer_id',
    reason: 'sums by day of trading fees that stand in the bills one by one',
    atClosing: { keeps: LEDGER },
  },
];
