import type { AppliedCommand } from '@candor/journal';
import type {
  EarnEnded,
  EarnOffered,
  EarnSubscribed,
  FinanceEndedEvent,
  FinanceOfferedEvent,
  FinanceSubscribedEvent,
  FinanceZone,
  KernelView,
} from '@candor/kernel';
import { type Exchange, must, type ProductModule, words } from '../product.ts';
import { BTC, USDT } from '../world.ts';
import { DAY_MS, Earn, REASON } from './earn.ts';
import { financePlants } from './finance-plants.ts';

const ZONES: readonly FinanceZone[] = ['valueAdded', 'members', 'ordinary'];

/** Finance products: locked days are kept, no user begins more orders than one may, and members are among themselves. */
class Finance extends Earn {
  private readonly begun: Map<string, number>;
  private readonly users: readonly number[];

  constructor(exchange: Exchange) {
    const { random } = exchange;
    const begun = new Map<string, number>();
    const keyOf = ({ offerId, userId }: EarnSubscribed) => `${offerId} ${userId}`;
    super(exchange, {
      product: 'finance',
      pool: -23,
      escrow: -24,
      first: [
        [USDT, { dailyPpm: 700, cycleDays: 2, cap: 9_000n, exitPpm: 500_000 }],
        [USDT, { dailyPpm: 1_100, cycleDays: 10, cap: 9_000n, exitPpm: 250_000 }],
        [BTC, { dailyPpm: 444, cycleDays: 4, cap: 6n, exitPpm: 999_999 }],
      ],
      offer: (_, terms) => ({
        type: 'offerFinance',
        ...terms,
        name: 'Simulated',
        zone: random.pick(ZONES),
        lockDays: random.int(0, Math.min(terms.cycleDays, 3)),
        maxParticipations: random.int(1, 4),
        opensMs: 0,
        reason: REASON,
      }),
      close: (offerId, closesMs) => ({ type: 'closeFinanceOffer', offerId, closesMs, reason: REASON }),
      fund: (assetId, amount) => ({ type: 'fundFinance', assetId, amount, fromUserId: 0, reason: REASON }),
      subscribe: ({ offerId }, amount) => ({
        type: 'subscribeFinance',
        offerId,
        amount,
        isMember: random.chance(0.6),
      }),
      redeem: (orderId) => ({ type: 'redeemFinance', orderId }),
      renewal: () => null,
      began(order: EarnSubscribed, offer: EarnOffered, { envelope: { body } }: AppliedCommand) {
        const { lockDays } = order as FinanceSubscribedEvent;
        const terms = offer as FinanceOfferedEvent;
        must(lockDays === terms.lockDays, 'an order keeps its locked days', () => words([order, offer]));
        const isLetIn = terms.zone !== 'members' || (body.type === 'subscribeFinance' && body.isMember);
        must(isLetIn, 'the membership zone lets members in alone', () => words([body, offer]));
        const count = (begun.get(keyOf(order)) ?? 0) + 1;
        begun.set(keyOf(order), count);
        const isWithin = count <= terms.maxParticipations;
        must(isWithin, 'no user begins more orders of an offer than one may', () => words([count, offer]));
      },
      ended(end: EarnEnded, order: EarnSubscribed, { envelope: { timeMs } }: AppliedCommand) {
        const { lockDays } = order as FinanceSubscribedEvent;
        const isKept = (end as FinanceEndedEvent).lockDays === lockDays;
        must(isKept, 'an order keeps its locked days', () => words([order, end]));
        const isFree = end.how === 'matured' || timeMs >= order.beganMs + lockDays * DAY_MS;
        must(isFree, 'no order is left in its locked days', () => words([timeMs, order, end]));
      },
    });
    this.begun = begun;
    this.users = exchange.users;
  }

  override scan(view: KernelView): void {
    super.scan(view);
    for (const userId of this.users)
      for (const { offerId, orders } of view.finance.participations(userId)) {
        const known = this.begun.get(`${offerId} ${userId}`);
        must(orders === known, 'orders that users began are counted', () => words([offerId, orders, known]));
      }
  }
}

export const finance: ProductModule = {
  name: 'finance',
  create: (exchange) => new Finance(exchange),
  wanted: [
    'offerFinance ok',
    'closeFinanceOffer ok',
    'fundFinance ok',
    'subscribeFinance ok',
    'subscribeFinance FINANCE_OFFER_CLOSED',
    'subscribeFinance FINANCE_MEMBERS_ONLY',
    'subscribeFinance FINANCE_PARTICIPATIONS',
    'subscribeFinance FINANCE_POOL_EMPTY',
    'redeemFinance ok',
    'redeemFinance FINANCE_LOCKED',
    'redeemFinance FINANCE_ORDER_ENDED',
    'entry finance-matured',
  ],
  plants: financePlants,
};
