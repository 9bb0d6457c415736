import type { stakingCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import { createEarn, type EarnDeps, earnStates } from '../earn/index.ts';
import { stakingWords } from './words.ts';

export function stakingHandlers(needs: EarnDeps): Handlers<typeof stakingCalls> {
  const earn = createEarn(needs, stakingWords);
  return {
    getPledgeProducts: () => earn.offers(),
    getPledgePools: () => earn.pools(),
    getPledgePoolEntries: ({ query }) => earn.entries(query.coin ?? null, pageOfRequest(query)),
    createPledge({ session, body: { autoRenew = false, ...accepted }, idempotencyKey }) {
      return earn.create(
        session.userId,
        accepted,
        ({ offerId }, amount) => ({
          body: { type: 'subscribeStaking', offerId, amount, autoRenew },
          began: { autoRenew },
        }),
        idempotencyKey,
      );
    },
    getPledgeOrders: ({ session, query }) =>
      earn.list(
        session.userId,
        query.status === undefined ? null : earnStates[query.status],
        pageOfRequest(query),
      ),
    getPledgeOrder: ({ session, query }) => earn.receipt(session.userId, query.id),
    redeemPledge: ({ session, body: { id: orderId }, idempotencyKey }) =>
      earn.redeem(session.userId, { type: 'redeemStaking', orderId }, idempotencyKey),
    async setPledgeRenewal({ session, body: { id, autoRenew }, idempotencyKey }) {
      const command = { type: 'setStakingRenewal', orderId: id, autoRenew } as const;
      await earn.change(session.userId, command, idempotencyKey);
      return { id, autoRenew };
    },
    getPledgeSummary: ({ session }) => earn.summary(session.userId),
  };
}
