import type { Plant } from '../plant.ts';

const PRODUCT = 'kernel/products/finance/finance-product.ts';

/** Bugs to plant into finance products. What they share with staking is planted there. */
export const financePlants: readonly Plant[] = [
  {
    name: 'finance-locked-days-forgotten',
    file: PRODUCT,
    find: "state.timeMs < beganMs + lockDaysOf(offerId) * INTEREST_DAY_MS ? 'FINANCE_LOCKED' : null",
    replace: "state.timeMs < beganMs + 0 * lockDaysOf(offerId) * INTEREST_DAY_MS ? 'FINANCE_LOCKED' : null",
    breaks: /no order is left in its locked days/,
  },
  {
    name: 'finance-one-order-too-many',
    file: PRODUCT,
    find: 'participations.of(userId, offerId) < maxParticipations',
    replace: 'participations.of(userId, offerId) <= maxParticipations',
    breaks: /no user begins more orders of an offer than one may/,
  },
  {
    name: 'finance-members-zone-for-all',
    file: PRODUCT,
    find: "=== 'members' && !isMember",
    replace: "=== 'members' && amount < 0n && !isMember",
    breaks: /the membership zone lets members in alone/,
  },
  {
    name: 'finance-end-without-its-lock',
    file: PRODUCT,
    find: 'lockDays: lockDaysOf(end.offerId)',
    replace: 'lockDays: lockDaysOf(end.offerId) + 1',
    breaks: /an order keeps its locked days/,
  },
  {
    name: 'finance-participations-of-one-user-for-all',
    file: 'kernel/products/finance/participations.ts',
    find: 'const before = this.of(userId, offerId);',
    replace: 'const before = Math.max(0, this.of(userId, offerId) - 1);',
    breaks: /no user begins more orders of an offer than one may|orders that users began are counted/,
  },
];
