import { referralCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import { createReferral, type ReferralDeps } from './referral.ts';
import { createInvitedUsers } from './users.ts';

export const referral = defineSubject({
  calls: referralCalls,
  open: async (_lifecycle, { pool }: OpeningServices) => ({ invited: createInvitedUsers(pool) }),
  handlers: (needs: ReferralDeps) => {
    const referrals = createReferral(needs);
    return {
      getRebateSources: () => referrals.sources(),
      getPromotion: ({ session }) => referrals.promotion(session.userId),
      getPromotedUsers: ({ session, query }) =>
        referrals.users(session.userId, { ...pageOfRequest(query), generation: query.generation ?? null }),
      getPromotionDays: ({ session, query }) => referrals.days(session.userId, pageOfRequest(query)),
      getRebates: ({ session, query }) => referrals.rebates(session.userId, pageOfRequest(query)),
      getAgentDays: ({ session, query }) => referrals.agentDays(session.userId, pageOfRequest(query)),
      getTeamMembers: ({ session, query }) =>
        referrals.team(session.userId, query.member ?? null, pageOfRequest(query)),
      getAgentList: ({ session, body }) =>
        referrals.users(session.userId, { ...pageOfRequest(body), generation: body.generation ?? null }),
      getAgentInfo: ({ session }) => referrals.promotion(session.userId),
    };
  },
});
