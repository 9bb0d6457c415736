import { accountDeskCalls } from './account.ts';
import { activityDeskCalls } from './activity.ts';
import { approvalsDeskCalls } from './approvals.ts';
import { contentDeskCalls } from './content.ts';
import { correctionsDeskCalls } from './corrections.ts';
import { custodyDeskCalls } from './custody.ts';
import { dashboardDeskCalls } from './dashboard.ts';
import { featuresDeskCalls } from './features.ts';
import { jobsDeskCalls } from './jobs.ts';
import { logDeskCalls } from './log.ts';
import { marketTermsDeskCalls } from './market-terms.ts';
import { messagesDeskCalls } from './messages.ts';
import { operatorsDeskCalls } from './operators.ts';
import { rateDeskCalls } from './rates.ts';
import { recordsDeskCalls } from './records.ts';
import { reviewDeskCalls } from './review.ts';
import { secondsDeskCalls } from './seconds.ts';
import { signingDeskCalls } from './signing.ts';
import { swapDeskCalls } from './swap.ts';
import { symbolsDeskCalls } from './symbols.ts';
import { termsDeskCalls } from './terms.ts';
import { tiersDeskCalls } from './tiers.ts';
import { usersDeskCalls } from './users.ts';
import { viewsDeskCalls } from './views.ts';

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
  ...rateDeskCalls,
  ...tiersDeskCalls,
  ...termsDeskCalls,
  ...featuresDeskCalls,
  ...contentDeskCalls,
  ...correctionsDeskCalls,
  ...custodyDeskCalls,
  ...approvalsDeskCalls,
  ...messagesDeskCalls,
  ...jobsDeskCalls,
  ...operatorsDeskCalls,
  ...logDeskCalls,
} as const;

export type OperatorCalls = typeof operatorCalls;
