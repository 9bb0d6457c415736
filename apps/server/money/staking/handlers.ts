import type { stakingCalls } from '@candor/api';
import type { StakingQuery } from '@candor/projections';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Staking } from './staking.ts';

const STATES = { inProgress: 'open', completed: 'matured', redeemed: 'redeemed' } as const satisfies Record<
  string,
  StakingQuery['state']
>;

export function stakingHandlers(staking: Staking): Handlers<typeof stakingCalls> {
  return {
    getPledgeProducts: () => staking.offers(),
    getPledgePools: () => staking.pools(),
    getPledgePoolEntries: ({ query }) => staking.entries(query.coin ?? null, pageOfRequest(query)),
    createPledge: ({ session, body, idempotencyKey }) =>
      staking.create(session.userId, { ...body, autoRenew: body.autoRenew ?? false }, idempotencyKey),
    getPledgeOrders: ({ session, query }) =>
      staking.list(
        session.userId,
        query.status === undefined ? null : STATES[query.status],
        pageOfRequest(query),
      ),
    getPledgeOrder: ({ session, query }) => staking.receipt(session.userId, query.id),
    redeemPledge: ({ session, body, idempotencyKey }) =>
      staking.redeem(session.userId, body.id, idempotencyKey),
    setPledgeRenewal: ({ session, body, idempotencyKey }) =>
      staking.setRenewal(session.userId, body.id, body.autoRenew, idempotencyKey),
    getPledgeSummary: ({ session }) => staking.summary(session.userId),
  };
}
