import { record } from '../../codec/fields.ts';
import { FixedOrders, type FixedWords, fixedTermsOf } from '../../earn/fixed-orders.ts';
import { fixedHandlers, fixedHooks, fixedView } from '../../earn/fixed-product.ts';
import { FIXED_OFFER } from '../../earn/section.ts';
import { STAKING_ESCROW, STAKING_POOL } from '../../ledger/accounts.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { stakingCodecs } from './codec.ts';
import type { StakingCommand } from './commands.ts';
import type { StakingView } from './view.ts';

function wordsOf({ tape }: State): FixedWords {
  return {
    pool: STAKING_POOL,
    escrow: STAKING_ESCROW,
    entries: {
      subscribe: 'staking-subscribe',
      matured: 'staking-matured',
      redeemed: 'staking-redeemed',
      funding: 'staking-funding',
    },
    refusals: {
      closed: 'STAKING_OFFER_CLOSED',
      amount: 'STAKING_AMOUNT',
      soldOut: 'STAKING_SOLD_OUT',
      userLimit: 'STAKING_USER_LIMIT',
      poolEmpty: 'STAKING_POOL_EMPTY',
      ended: 'STAKING_ORDER_ENDED',
    },
    offered({ closesMs: _, ...terms }, reason) {
      tape.note({ type: 'stakingOffered', ...terms, reason });
    },
    offerClosed(offerId, closesMs, reason) {
      tape.note({ type: 'stakingOfferClosed', offerId, closesMs, reason });
    },
    funded({ assetId, fromUserId }, { before, after }, reason) {
      tape.note({ type: 'stakingFunded', assetId, before, after, fromUserId, reason });
    },
    subscribed: (order, poolFree) => tape.note({ type: 'stakingSubscribed', ...order, poolFree }),
    ended: (end, poolFree) => tape.note({ type: 'stakingEnded', ...end, poolFree }),
    renewalSet({ orderId, userId, autoRenew }) {
      tape.note({ type: 'stakingRenewalSet', orderId, userId, autoRenew });
    },
  };
}

/**
 * Staking: orders with a cycle at a fixed daily rate. The whole interest is set aside from a visible pool when an order
 * begins; an offer never changes, and no command reaches an order but its owner's.
 */
function stakingProduct({ state, products }: ProductContext) {
  const fixed = new FixedOrders(state, products, wordsOf(state));
  const { close, fund, redeem } = fixedHandlers(fixed);
  const handlers: CommandHandlers<StakingCommand> = {
    offerStaking: {
      keepsDue: true,
      perform: (_, command) => fixed.offer(fixedTermsOf(command), command.opensMs, command.reason),
    },
    closeStakingOffer: close,
    fundStaking: fund,
    subscribeStaking: {
      perform: (userId, { offerId, amount, autoRenew }) =>
        fixed.subscribe(userId, offerId, amount, autoRenew),
    },
    redeemStaking: redeem,
    setStakingRenewal: {
      keepsDue: true,
      perform: (userId, { orderId, autoRenew, closedMs }) =>
        autoRenew || closedMs === 0
          ? fixed.setRenewal(userId, orderId, autoRenew)
          : fixed.endRenewal(userId, orderId, closedMs),
    },
  };
  const view: StakingView = fixedView(fixed);
  return { name: 'staking', handlers, view, ...fixedHooks(fixed, record(FIXED_OFFER)) } satisfies Product;
}

/** Staking, as the list of products names it. */
export const staking = productRoom('staking', stakingCodecs, stakingProduct);
