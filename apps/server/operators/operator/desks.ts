import { accountDesk } from './account.ts';
import { activityDesk } from './activity.ts';
import { approvalsDesk } from './approvals.ts';
import { contentDesk } from './content.ts';
import { dashboardDesk } from './dashboard.ts';
import type { DeskDeps } from './desk.ts';
import { jobsDesk } from './jobs.ts';
import { logDesk } from './log-desk.ts';
import { messagesDesk } from './messages.ts';
import { ratesDesk } from './rates.ts';
import { reviewDesk } from './review.ts';
import { signingDesk } from './signing-desk.ts';
import { staffDesk } from './staff-desk.ts';
import { viewsDesk } from './views.ts';

/** The handlers of the desks that belong to no subject: one line a desk. */
export const ownDesks = (deps: DeskDeps) => ({
  ...accountDesk(deps),
  ...dashboardDesk(deps),
  ...activityDesk(deps),
  ...viewsDesk(deps),
  ...reviewDesk(deps),
  ...signingDesk(deps),
  ...ratesDesk(deps),
  ...contentDesk(deps),
  ...approvalsDesk(deps),
  ...messagesDesk(deps),
  ...jobsDesk(deps),
  ...staffDesk(deps),
  ...logDesk(deps),
});
