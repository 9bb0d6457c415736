import type { ProductModule } from '../product.ts';
import { BTC, USDT } from '../world.ts';
import { Earn, REASON } from './earn.ts';
import { stakingPlants } from './staking-plants.ts';

export const staking: ProductModule = {
  name: 'staking',
  create: (exchange) => {
    const { random } = exchange;
    return new Earn(exchange, {
      product: 'staking',
      pool: -21,
      escrow: -22,
      first: [
        [USDT, { dailyPpm: 900, cycleDays: 1, cap: 9_000n, exitPpm: 500_000 }],
        [USDT, { dailyPpm: 1_300, cycleDays: 12, cap: 9_000n, exitPpm: 250_000 }],
        [BTC, { dailyPpm: 333, cycleDays: 5, cap: 6n, exitPpm: 999_999 }],
      ],
      offer: (_, terms) => ({ type: 'offerStaking', ...terms, opensMs: 0, reason: REASON }),
      close: (offerId, closesMs) => ({ type: 'closeStakingOffer', offerId, closesMs, reason: REASON }),
      fund: (assetId, amount) => ({ type: 'fundStaking', assetId, amount, fromUserId: 0, reason: REASON }),
      subscribe: ({ offerId }, amount) => ({
        type: 'subscribeStaking',
        offerId,
        amount,
        autoRenew: random.chance(0.3),
      }),
      redeem: (orderId) => ({ type: 'redeemStaking', orderId }),
      renewal: (orderId) => ({
        type: 'setStakingRenewal',
        orderId,
        autoRenew: random.chance(0.5),
        closedMs: orderId % 3 === 0 ? exchange.nowMs() - 20_000 : 0,
      }),
    });
  },
  wanted: [
    'offerStaking ok',
    'closeStakingOffer ok',
    'fundStaking ok',
    'subscribeStaking ok',
    'subscribeStaking STAKING_OFFER_CLOSED',
    'subscribeStaking STAKING_AMOUNT',
    'subscribeStaking STAKING_SOLD_OUT',
    'subscribeStaking STAKING_USER_LIMIT',
    'subscribeStaking STAKING_POOL_EMPTY',
    'redeemStaking ok',
    'redeemStaking STAKING_ORDER_ENDED',
    'setStakingRenewal ok',
    'entry staking-matured',
  ],
  plants: stakingPlants,
};
