import { accountDeskCalls } from './account.ts';
import { activityDeskCalls } from './activity.ts';
import { approvalsDeskCalls } from './approvals.ts';
import { articleDeskCalls } from './articles.ts';
import { contentDeskCalls } from './content.ts';
import { correctionsDeskCalls } from './corrections.ts';
import { custodyDeskCalls } from './custody.ts';
import { dashboardDeskCalls } from './dashboard.ts';
import { featuresDeskCalls } from './features.ts';
import { financeDeskCalls } from './finance.ts';
import { jobsDeskCalls } from './jobs.ts';
import { loanDeskCalls } from './loan.ts';
import { logDeskCalls } from './log.ts';
import { marketTermsDeskCalls } from './market-terms.ts';
import { messagesDeskCalls } from './messages.ts';
import { miningDeskCalls } from './mining.ts';
import { operatorsDeskCalls } from './operators.ts';
import { otcDeskCalls } from './otc.ts';
import { rateDeskCalls } from './rates.ts';
import { recordsDeskCalls } from './records.ts';
import { referralDeskCalls } from './referral.ts';
import { reviewDeskCalls } from './review.ts';
import { secondsDeskCalls } from './seconds.ts';
import { signingDeskCalls } from './signing.ts';
import { stakingDeskCalls } from './staking.ts';
import { supportDeskCalls } from './support.ts';
import { swapDeskCalls } from './swap.ts';
import { symbolsDeskCalls } from './symbols.ts';
import { termsDeskCalls } from './terms.ts';
import { tiersDeskCalls } from './tiers.ts';
import { usersDeskCalls } from './users.ts';
import { viewsDeskCalls } from './views.ts';

export * from './account.ts';
export * from './activity.ts';
export * from './approvals.ts';
export * from './articles.ts';
export * from './content.ts';
export * from './corrections.ts';
export * from './custody.ts';
export * from './dashboard.ts';
export * from './earn.ts';
export * from './features.ts';
export * from './finance.ts';
export * from './jobs.ts';
export * from './loan.ts';
export * from './log.ts';
export * from './market-terms.ts';
export * from './messages.ts';
export * from './mining.ts';
export * from './operators.ts';
export * from './otc.ts';
export * from './rates.ts';
export * from './records.ts';
export * from './referral.ts';
export * from './review.ts';
export * from './seconds.ts';
export * from './signing.ts';
export * from './staking.ts';
export * from './support.ts';
export * from './swap.ts';
export * from './symbols.ts';
export * from './terms.ts';
export * from './tiers.ts';
export * from './users.ts';
export * from './views.ts';

/**
 * The operators' calls, served on the console's own host and port: one line a desk. None of them sets a balance, a
 * price or an outcome.
 */
export const operatorCalls = {
  ...accountDeskCalls,
  ...dashboardDeskCalls,
  ...activityDeskCalls,
  ...usersDeskCalls,
  ...recordsDeskCalls,
  ...viewsDeskCalls,
  ...reviewDeskCalls,
  ...signingDeskCalls,
  ...symbolsDeskCalls,
  ...marketTermsDeskCalls,
  ...secondsDeskCalls,
  ...swapDeskCalls,
  ...referralDeskCalls,
  ...loanDeskCalls,
  ...stakingDeskCalls,
  ...financeDeskCalls,
  ...miningDeskCalls,
  ...otcDeskCalls,
  ...rateDeskCalls,
  ...tiersDeskCalls,
  ...termsDeskCalls,
  ...featuresDeskCalls,
  ...contentDeskCalls,
  ...articleDeskCalls,
  ...correctionsDeskCalls,
  ...custodyDeskCalls,
  ...approvalsDeskCalls,
  ...supportDeskCalls,
  ...messagesDeskCalls,
  ...jobsDeskCalls,
  ...operatorsDeskCalls,
  ...logDeskCalls,
} as const;

export type OperatorCalls = typeof operatorCalls;
