import {
  type Applied,
  type Command,
  createKernel,
  type Envelope,
  type Gear,
  type Kernel,
  type KernelEvent,
  loadKernel,
  MINING_ESCROW,
  MINING_POOL,
  MINING_REWARDS,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';

export const BTC = 1001;
export const USDT = 1002;
export const HOUSE = 1;
export const ANN = 1000;
export const BOB = 1001;
export const COIN = 100_000_000n;
export const DAY_S = 86_400;
export const START_MS = 1_700_000_000_000;
const REASON = 'A test of mining';
const SYMBOL = 1;

/** Base units of a decimal number of coins. */
export function units(decimal: string): Amount {
  const [whole, part = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole!) * COIN + BigInt(part.padEnd(8, '0'));
  return (decimal.startsWith('-') ? -value : value) as Amount;
}

export const gear = (minAmount: string, dailyPpm: number): Gear => ({
  minAmount: units(minAmount),
  dailyPpm,
});
export const addressOf = (userId: number): string => `0x${userId.toString(16).padStart(40, '0')}`;

/** Bitcoin against Tether with an index of 50,000, and swaps between them. */
const LISTING: readonly Command[] = [
  { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
  { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
  {
    type: 'listSymbol',
    symbolId: SYMBOL,
    name: 'BTCUSDT',
    baseAssetId: BTC,
    quoteAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    minNotional: COIN as Amount,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 20,
    priceBandPpm: 400_000,
  },
  { type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 },
  { type: 'openAccount', accountUserId: HOUSE, kind: 'house' },
  ...[BTC, USDT].map(
    (assetId): Command => ({
      type: 'setSwapTerms',
      assetId,
      symbolId: assetId === BTC ? SYMBOL : 0,
      spreadPpm: 1_000,
      minAmount: 1n as Amount,
      maxAmount: units('1000000'),
      maxInventory: units('10000000'),
      reason: REASON,
    }),
  ),
];

/** A kernel with a coin that is mined, its pool and users who joined; the test moves its clock. All is audited. */
export class Bench {
  kernel: Kernel = createKernel({ audit: true });
  nowMs = START_MS;
  readonly sent: Envelope[] = [];
  readonly events: KernelEvent[] = [];
  private tickNo = 0;

  constructor({
    users = 2,
    pool = '5',
    gears = [gear('1', 500)],
    assetId = BTC,
  }: { users?: number; pool?: string; gears?: readonly Gear[]; assetId?: number } = {}) {
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

  send(userId: number, body: Command): Applied {
    const { kernel } = this;
    const envelope = { seq: kernel.seq + 1, timeMs: this.nowMs, userId, key: null, bodyHash: null, body };
    this.sent.push(envelope);
    const applied = kernel.apply(envelope);
    this.events.push(...applied.events);
    return applied;
  }

  /** Sends a command that must be accepted. */
  sure(userId: number, body: Command): void {
    const { outcome } = this.send(userId, body);
    if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
  }

  /** The code of a refusal; 'ok' where there is none. */
  code(userId: number, body: Command): string {
    const { outcome } = this.send(userId, body);
    return outcome.ok ? 'ok' : outcome.code;
  }

  fund(amount: string, assetId = BTC, fromUserId = 0): string {
    return this.code(0, { type: 'fundMining', assetId, amount: units(amount), fromUserId, reason: REASON });
  }

  lock(userId: number, amount: string, assetId = BTC): string {
    return this.code(userId, { type: 'lockMining', assetId, amount: units(amount) });
  }

  unlock(userId: number, amount: string, assetId = BTC): string {
    return this.code(userId, { type: 'unlockMining', assetId, amount: units(amount) });
  }

  claim(userId: number, assetId = BTC): string {
    return this.code(userId, { type: 'claimMining', assetId });
  }

  /** Puts the clock to so many seconds after the start, and sends ticks until nothing is due. */
  to(second: number): void {
    this.nowMs = START_MS + second * 1_000;
    do this.sure(0, { type: 'tick' });
    while (this.kernel.nextDueMs <= this.nowMs);
  }

  /** Announces gears and passes to their time, a whole minute a day or more from now. */
  change(gears: readonly Gear[], effectiveMs: number): void {
    const change = { type: 'setMiningTerms', assetId: BTC, gears } as const;
    this.sure(0, { type: 'scheduleChange', effectiveMs, reason: REASON, change });
  }

  /** An index of 50,000 now. */
  price(): void {
    const ticks = 5_000_000 as PriceTicks;
    const quote = { venueId: 1, symbolId: SYMBOL, bidTicks: ticks, askTicks: ticks, venueTimeMs: this.nowMs };
    this.sure(0, { type: 'indexTick', tickNo: ++this.tickNo, quotes: [quote] });
  }

  /** Goes on with the kernel that a snapshot gives. */
  restart(): void {
    const hash = this.kernel.stateHash();
    this.kernel = loadKernel(this.kernel.snapshot(), { audit: true });
    if (this.kernel.stateHash() !== hash) throw new Error('a snapshot loads another state');
  }

  of<T extends KernelEvent['type']>(type: T): Extract<KernelEvent, { readonly type: T }>[] {
    return this.events.filter((event) => event.type === type) as Extract<KernelEvent, { readonly type: T }>[];
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
