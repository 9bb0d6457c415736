import { accountDesk } from '../account/desk.ts';
import { approvalsDesk } from '../approvals/desk.ts';
import { articlesDesk } from '../articles/desk.ts';
import { contentDesk } from '../content/desk.ts';
import { correctionsDesk } from '../corrections/desk.ts';
import { custodyDesk } from '../custody/desk.ts';
import { dashboardDesk } from '../dashboard/desk.ts';
import { featuresDesk } from '../features/desk.ts';
import { financeDesk } from '../finance/desk.ts';
import { jobsDesk } from '../jobs/desk.ts';
import { loanDesk } from '../loan/desk.ts';
import { logDesk } from '../log/desk.ts';
import { messagesDesk } from '../messages/desk.ts';
import { miningDesk } from '../mining/desk.ts';
import { noticeDesk } from '../notice/desk.ts';
import { operatorsDesk } from '../operators/desk.ts';
import { otcDesk } from '../otc/desk.ts';
import { ratesDesk } from '../rates/desk.ts';
import { referralDesk } from '../referral/desk.ts';
import { reviewDesk } from '../review/desk.ts';
import { secondsDesk } from '../seconds/desk.ts';
import { signingDesk } from '../signing/desk.ts';
import { stakingDesk } from '../staking/desk.ts';
import { supportDesk } from '../support/desk.ts';
import { swapDesk } from '../swap/desk.ts';
import { symbolsDesk } from '../symbols/desk.ts';
import { termsDesk } from '../terms/desk.ts';
import { tiersDesk } from '../tiers/desk.ts';
import { usersDesk } from '../users/desk.ts';
import { billsDesk, depositsDesk, withdrawalsDesk } from '../users/record-desks.ts';

/** The desks of the console: one line a desk. */
export const desks = [
  dashboardDesk,
  usersDesk,
  billsDesk,
  depositsDesk,
  withdrawalsDesk,
  reviewDesk,
  supportDesk,
  symbolsDesk,
  noticeDesk,
  secondsDesk,
  swapDesk,
  referralDesk,
  stakingDesk,
  loanDesk,
  financeDesk,
  miningDesk,
  otcDesk,
  ratesDesk,
  tiersDesk,
  termsDesk,
  featuresDesk,
  contentDesk,
  articlesDesk,
  correctionsDesk,
  custodyDesk,
  approvalsDesk,
  messagesDesk,
  jobsDesk,
  logDesk,
  operatorsDesk,
  signingDesk,
  accountDesk,
] as const;
