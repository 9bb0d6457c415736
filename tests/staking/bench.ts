import {
  type Applied,
  type Command,
  type KernelEvent,
  type OfferStaking,
  STAKING_ESCROW,
  STAKING_POOL,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { COIN, KernelBench } from '../support/kernel-bench.ts';

export { COIN };
export const USDT = 1002;
export const ANN = 1000;
export const BOB = 1001;
export const HOUSE = 1;
export const DAY_MS = 86_400_000;
export const START_MS = 1_700_000_000_000;

export const coins = (count: bigint): Amount => (count * COIN) as Amount;

export type Offer = Omit<OfferStaking, 'type' | 'reason'>;
export type Ended = Extract<KernelEvent, { readonly type: 'stakingEnded' }>;
export type Subscribed = Extract<KernelEvent, { readonly type: 'stakingSubscribed' }>;

const OFFER: Offer = {
  assetId: USDT,
  dailyPpm: 350,
  cycleDays: 45,
  minAmount: coins(1n),
  maxAmount: coins(50_000n),
  capAmount: coins(100_000n),
  userCapAmount: coins(60_000n),
  exitPpm: 500_000,
  opensMs: 0,
};

/** Interest apart from the code: day by day in exact fractions of a unit, over 10^6. */
export function naiveInterest(principal: bigint, dailyPpm: number, days: number): bigint {
  let millionths = 0n;
  for (let day = 0; day < days; day++) millionths += principal * BigInt(dailyPpm);
  return millionths / 1_000_000n;
}

/** A kernel with a funded pool and users, whose clock the test moves. Every command is audited. */
export class Bench extends KernelBench {
  constructor({ users = 2, pool = 10_000n } = {}) {
    super(START_MS);
    this.sure(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.sure(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    this.sure(0, { type: 'openAccount', accountUserId: HOUSE, kind: 'house' });
    for (let user = ANN; user < ANN + users; user++) {
      this.sure(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
      this.give(user, 100_000n);
    }
    if (pool > 0n) this.fund(coins(pool));
  }

  give(userId: number, count: bigint): void {
    this.sure(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount: coins(count) });
  }

  fund(amount: Amount, fromUserId = 0): Applied {
    const reason = 'A test of pools';
    return this.send(0, { type: 'fundStaking', assetId: USDT, amount, fromUserId, reason });
  }

  send(userId: number, body: Command): Applied {
    return this.apply(userId, body);
  }

  /** Sends a command that must be accepted and returns the id that its answer names; 0 for none. */
  sure(userId: number, body: Command): number {
    const outcome = this.accepted(userId, body);
    return outcome.kind === 'earn' ? outcome.id : 0;
  }

  offer(change: Partial<Offer> = {}): number {
    return this.sure(0, { type: 'offerStaking', ...OFFER, ...change, reason: 'A test of offers' });
  }

  subscribe(userId: number, offerId: number, amount: Amount, autoRenew = false): number {
    return this.sure(userId, { type: 'subscribeStaking', offerId, amount, autoRenew });
  }

  subscribeCode(userId: number, offerId: number, amount: Amount): string {
    return this.code(userId, { type: 'subscribeStaking', offerId, amount, autoRenew: false });
  }

  /** Lets time pass and sends ticks until nothing is due. */
  pass(ms: number): void {
    this.reach(this.nowMs + ms);
  }

  spot(userId: number): bigint {
    return this.kernel.balances(userId).find(({ assetId }) => assetId === USDT)?.available ?? 0n;
  }

  get pool() {
    return this.kernel.staking.pools().find(({ assetId }) => assetId === USDT)!;
  }

  /** The two named accounts as the entries left them. */
  get named(): { readonly free: bigint; readonly escrow: bigint } {
    const last = new Map<number, bigint>();
    for (const event of this.events) {
      if (event.type !== 'entry') continue;
      for (const { account, balance } of event.postings) last.set(account, balance);
    }
    return { free: last.get(STAKING_POOL) ?? 0n, escrow: last.get(STAKING_ESCROW) ?? 0n };
  }

  ended(): Ended[] {
    return this.of('stakingEnded');
  }

  subscribed(): Subscribed[] {
    return this.of('stakingSubscribed');
  }
}
