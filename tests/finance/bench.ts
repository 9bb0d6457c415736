import type { KernelEvent, OfferFinance } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { Bench, coins, USDT } from '../staking/bench.ts';

const REASON = 'A test of products';
export type Terms = Omit<OfferFinance, 'type' | 'reason'>;
type Ended = Extract<KernelEvent, { readonly type: 'financeEnded' }>;

const TERMS: Terms = {
  assetId: USDT,
  dailyPpm: 350,
  cycleDays: 45,
  minAmount: coins(1n),
  maxAmount: coins(50_000n),
  capAmount: coins(100_000n),
  userCapAmount: coins(60_000n),
  exitPpm: 500_000,
  name: 'Forty-five days',
  zone: 'ordinary',
  lockDays: 10,
  maxParticipations: 2,
  opensMs: 0,
};

/** The same kernel with a funded pool of finance products. */
export class FinanceBench extends Bench {
  constructor() {
    super({ pool: 0n });
    this.sure(0, {
      type: 'fundFinance',
      assetId: USDT,
      amount: coins(10_000n),
      fromUserId: 0,
      reason: REASON,
    });
  }

  make(change: Partial<Terms> = {}): number {
    return this.sure(0, { type: 'offerFinance', ...TERMS, ...change, reason: REASON });
  }

  begin(userId: number, offerId: number, amount: Amount, { isMember = false } = {}): string {
    return this.code(userId, { type: 'subscribeFinance', offerId, amount, isMember });
  }

  get finished(): Ended[] {
    return this.of('financeEnded');
  }

  only(userId: number): number {
    return this.kernel.finance.orders(userId)[0]!.orderId;
  }
}
