import type { OperatorCalls } from '@candor/api';
import { accountDesk } from './account.ts';
import { activityDesk } from './activity.ts';
import { approvalsDesk } from './approvals.ts';
import { contentDesk } from './content.ts';
import { correctionsDesk } from './corrections.ts';
import { custodyDesk } from './custody.ts';
import { dashboardDesk } from './dashboard.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import { featuresDesk } from './features.ts';
import { jobsDesk } from './jobs.ts';
import { logDesk } from './log-desk.ts';
import { marketTermsDesk } from './market-terms.ts';
import { messagesDesk } from './messages.ts';
import { ratesDesk } from './rates.ts';
import { recordsDesk } from './records.ts';
import { reviewDesk } from './review.ts';
import { secondsDesk } from './seconds.ts';
import { signingDesk } from './signing-desk.ts';
import { staffDesk } from './staff-desk.ts';
import { swapDesk } from './swap.ts';
import { symbolsDesk } from './symbols.ts';
import { termsDesk } from './terms.ts';
import { tiersDesk } from './tiers.ts';
import { usersDesk } from './users.ts';
import { viewsDesk } from './views.ts';

/** The handlers of all desks: one line a desk. A call without a handler is a type error here. */
export function handlersOf(deps: DeskDeps): DeskHandlers<OperatorCalls> {
  return {
    ...accountDesk(deps),
    ...dashboardDesk(deps),
    ...activityDesk(deps),
    ...usersDesk(deps),
    ...recordsDesk(deps),
    ...viewsDesk(deps),
    ...reviewDesk(deps),
    ...signingDesk(deps),
    ...symbolsDesk(deps),
    ...marketTermsDesk(deps),
    ...secondsDesk(deps),
    ...swapDesk(deps),
    ...ratesDesk(deps),
    ...tiersDesk(deps),
    ...termsDesk(deps),
    ...featuresDesk(deps),
    ...contentDesk(deps),
    ...correctionsDesk(deps),
    ...custodyDesk(deps),
    ...approvalsDesk(deps),
    ...messagesDesk(deps),
    ...jobsDesk(deps),
    ...staffDesk(deps),
    ...logDesk(deps),
  };
}
