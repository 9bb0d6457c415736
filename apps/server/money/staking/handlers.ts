import type { stakingCalls } from '@candor/api';
import type { FixedOffer } from '@candor/kernel';
import { maturesAt } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Features } from '../../users/features/index.ts';
import { createEarn, type EarnDeps, earnStates } from '../earn/index.ts';
import { stakingWords } from './words.ts';

export interface StakingNeeds extends EarnDeps {
  readonly features: Pick<Features, 'admitNow'>;
}

export function stakingHandlers({ features, ...needs }: StakingNeeds): Handlers<typeof stakingCalls> {
  const { core, now } = needs;
  const earn = createEarn(needs, stakingWords);

  /** Refuses to promise a renewal under an offer that ends first. @throws Refusal STAKING_RENEWAL_OVER */
  async function refuseOver(userId: number, orderId: number): Promise<void> {
    const { orders } = await core.ask('earnOf', 'staking', userId);
    const order = orders.find((each) => each.orderId === orderId);
    const offer = order === undefined ? null : await core.ask('earnOffer', 'staking', order.offerId);
    if (order !== undefined && offer !== null) refuseAfterEnd(offer, order.maturesMs);
  }

  return {
    getPledgeProducts: () => earn.offers(),
    getPledgePools: () => earn.pools(),
    getPledgePoolEntries: ({ query }) => earn.entries(query.coin ?? null, pageOfRequest(query)),
    createPledge({ session, body: { autoRenew = false, ...accepted }, idempotencyKey }) {
      return earn.create(
        session.userId,
        accepted,
        (offer, amount) => ({
          body: { type: 'subscribeStaking', offerId: offer.offerId, amount, autoRenew },
          began: { autoRenew },
          check: () => {
            if (autoRenew) refuseAfterEnd(offer, maturesAt(now(), offer.cycleDays));
          },
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
      // a closing turns each order off once, so that no door may let one in by the rules of a moment ago
      if (autoRenew) {
        await features.admitNow(session.userId, 'staking');
        await refuseOver(session.userId, id);
      }
      const command = { type: 'setStakingRenewal', orderId: id, autoRenew, closedMs: 0 } as const;
      await earn.change(session.userId, command, idempotencyKey);
      return { id, autoRenew };
    },
    getPledgeSummary: ({ session }) => earn.summary(session.userId),
  };
}

/** Refuses an order's renewal under an offer that has ended when the order matures. @throws Refusal STAKING_RENEWAL_OVER */
function refuseAfterEnd({ closesMs }: Pick<FixedOffer, 'closesMs'>, maturesMs: number): void {
  if (closesMs !== null && closesMs <= maturesMs) throw new Refusal('STAKING_RENEWAL_OVER');
}
