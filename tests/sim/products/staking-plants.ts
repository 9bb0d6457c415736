import type { Plant } from '../plant.ts';

const ORDERS = 'kernel/earn/fixed-orders.ts';

/** Bugs to plant into staking. */
export const stakingPlants: readonly Plant[] = [
  {
    name: 'staking-oversold',
    file: ORDERS,
    find: 'if (book.ofOffer(offerId).principal + amount > offer.capAmount) return refuse(soldOut);',
    replace: 'if (book.ofOffer(offerId).principal > offer.capAmount) return refuse(soldOut);',
    breaks: /broke the kernel|no offer is oversold/,
  },
  {
    name: 'staking-user-limit-of-one-order',
    file: ORDERS,
    find: 'if (book.principalOf(userId, offerId) + amount > offer.userCapAmount) return refuse(userLimit);',
    replace: 'if (amount > offer.userCapAmount) return refuse(userLimit);',
    breaks: /no user has more of an offer than its limit/,
  },
  {
    name: 'staking-interest-not-set-aside',
    file: ORDERS,
    find: `{ account: pool.account(), assetId, amount: -interest },
      { account: pool.escrow(), assetId, amount: amount + interest },`,
    replace: '{ account: pool.escrow(), assetId, amount },',
    breaks: /an order moves what it says|the escrow holds what is open/,
  },
  {
    name: 'staking-rounds-up',
    file: 'rules/earn/fixed.ts',
    find: 'return ((principal * BigInt(dailyPpm) * BigInt(cycleDays)) / PPM) as Amount;',
    replace: 'return ((principal * BigInt(dailyPpm) * BigInt(cycleDays)) / PPM + 1n) as Amount;',
    breaks: /interest is reckoned day by day/,
  },
  {
    name: 'staking-exit-keeps-all',
    file: 'rules/earn/fixed.ts',
    find: '* BigInt(days) * BigInt(exitPpm)) / (PPM * PPM)) as Amount;',
    replace: '* BigInt(days)) / PPM) as Amount;',
    breaks: /an exit keeps the published share/,
  },
  {
    name: 'staking-day-too-few',
    file: 'rules/earn/fixed.ts',
    find: 'return beganMs + cycleDays * INTEREST_DAY_MS;',
    replace: 'return beganMs + cycleDays * INTEREST_DAY_MS - 1_000;',
    breaks: /an order matures after its cycle/,
  },
  {
    name: 'staking-renews-unasked',
    file: ORDERS,
    find: `order.autoRenew &&
      isOpen(offer, maturesMs)`,
    replace: 'isOpen(offer, maturesMs)',
    breaks: /a renewal is asked for/,
  },
  {
    name: 'staking-exit-by-anybody',
    file: ORDERS,
    find: `if (order === undefined || order.userId !== userId) return refuse(this.words.refusals.ended);
    const locked`,
    replace: `if (order === undefined) return refuse(this.words.refusals.ended);
    const locked`,
    breaks: /an exit is its owner’s|broke the kernel/,
  },
  {
    name: 'staking-closed-offer-open',
    file: ORDERS,
    find: 'return opensMs <= timeMs && (closesMs === null || timeMs < closesMs);',
    replace: 'return opensMs <= timeMs;',
    breaks: /an order begins while its offer is open|a renewal is asked for/,
  },
];
