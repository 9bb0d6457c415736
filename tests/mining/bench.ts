import { type Command, type Gear, MINING_ESCROW, MINING_POOL, MINING_REWARDS } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { BITCOIN_LISTING, BTC, BTCUSDT, bitcoinPrice, HOUSE, USDT } from '../support/bitcoin-listing.ts';
import { COIN, KernelBench, units } from '../support/kernel-bench.ts';

export { BTC, COIN, HOUSE, USDT, units };
export const ANN = 1000;
export const BOB = 1001;
export const DAY_S = 86_400;
export const START_MS = 1_700_000_000_000;
const REASON = 'A test of mining';

export const gear = (minAmount: string, dailyPpm: number): Gear => ({
  minAmount: units(minAmount),
  dailyPpm,
});
export const addressOf = (userId: number): string => `0x${userId.toString(16).padStart(40, '0')}`;

/** Bitcoin against Tether with an index of 50,000, and swaps between them. */
const LISTING: readonly Command[] = [
  ...BITCOIN_LISTING,
  ...[BTC, USDT].map(
    (assetId): Command => ({
      type: 'setSwapTerms',
      assetId,
      symbolId: assetId === BTC ? BTCUSDT : 0,
      spreadPpm: 1_000,
      minAmount: 1n as Amount,
      maxAmount: units('1000000'),
      maxInventory: units('10000000'),
      reason: REASON,
    }),
  ),
];

/** A kernel with a coin that is mined, its pool and users who joined; the test moves its clock. All is audited. */
export class Bench extends KernelBench {
  private tickNo = 0;

  constructor({
    users = 2,
    pool = '5',
    gears = [gear('1', 500)],
    assetId = BTC,
  }: { users?: number; pool?: string; gears?: readonly Gear[]; assetId?: number } = {}) {
    super(START_MS);
    for (const command of LISTING) this.sure(0, command);
    for (let user = ANN; user < ANN + users; user++) {
      this.sure(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
      this.give(user, assetId, '100000');
      this.join(user);
    }
    this.sure(0, { type: 'setMiningTerms', assetId, gears });
    if (pool !== '0') this.fund(pool, assetId);
  }

  give(userId: number, assetId: number, amount: string): void {
    this.sure(0, { type: 'practiceFunds', accountUserId: userId, assetId, amount: units(amount) });
  }

  join(userId: number): void {
    this.sure(0, { type: 'joinMining', accountUserId: userId, address: addressOf(userId) });
  }

  /** Asks for another address in place of a user's, and lets its week pass. */
  asked(userId: number, address: string): void {
    this.sure(0, { type: 'askMiningMove', accountUserId: userId, address });
    this.reach(this.nowMs + 7 * DAY_S * 1_000);
  }

  send(userId: number, body: Command) {
    return this.apply(userId, body);
  }

  sure(userId: number, body: Command): void {
    this.accepted(userId, body);
  }

  fund(amount: string, assetId = BTC, fromUserId = 0): string {
    return this.code(0, { type: 'fundMining', assetId, amount: units(amount), fromUserId, reason: REASON });
  }

  lock(userId: number, amount: string, assetId = BTC, termsNo?: number): string {
    const accepted = termsNo ?? this.kernel.mining.stream(assetId)?.termsNo ?? 1;
    return this.code(userId, { type: 'lockMining', assetId, amount: units(amount), termsNo: accepted });
  }

  unlock(userId: number, amount: string, assetId = BTC): string {
    return this.code(userId, { type: 'unlockMining', assetId, amount: units(amount) });
  }

  claim(userId: number, assetId = BTC): string {
    return this.code(userId, { type: 'claimMining', assetId });
  }

  /** Puts the clock to so many seconds after the start, and sends ticks until nothing is due. */
  to(second: number): void {
    this.reach(START_MS + second * 1_000);
  }

  /** Announces gears and passes to their time, a whole minute a day or more from now. */
  change(gears: readonly Gear[], effectiveMs: number): void {
    const change = { type: 'setMiningTerms', assetId: BTC, gears } as const;
    this.sure(0, { type: 'scheduleChange', effectiveMs, reason: REASON, change });
  }

  /** An index of 50,000 now. */
  price(): void {
    this.tickNo += 1;
    this.sure(0, bitcoinPrice(this.tickNo, 50_000, this.nowMs));
  }

  get stream() {
    return this.kernel.mining.stream(BTC)!;
  }

  position(userId: number) {
    return this.kernel.mining.positions(userId)[0]!;
  }

  rewards(userId: number, assetId = BTC): bigint {
    return this.kernel.mining.rewards(userId).find((each) => each.assetId === assetId)?.amount ?? 0n;
  }

  spot(userId: number, assetId = BTC) {
    const balance = this.kernel.balances(userId).find((each) => each.assetId === assetId);
    return { available: balance?.available ?? 0n, held: balance?.held ?? 0n };
  }

  named(assetId = BTC) {
    const balances = new Map<number, bigint>();
    for (const event of this.of('entry'))
      for (const posting of event.postings)
        if (posting.assetId === assetId) balances.set(posting.account, posting.balance);
    const of = (account: number) => balances.get(account) ?? 0n;
    return { pool: of(MINING_POOL), escrow: of(MINING_ESCROW), rewards: of(MINING_REWARDS) };
  }
}
