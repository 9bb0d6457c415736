import {
  type Applied,
  type Command,
  createKernel,
  decodeEnvelopes,
  digestEvents,
  type Envelope,
  encodeEnvelopes,
  type Kernel,
  type KernelEvent,
  loadKernel,
  type OpenSecondContract,
  type VenueQuote,
} from '@candor/kernel';
import type { Amount, PriceTicks } from '@candor/money';

export const USDT = 1002;
export const BTC_USDT = 1;
export const ALICE = 1000;
export const BOB = 1001;
export const MAKER = 1;
export const COIN = 100_000_000n;
export const FUNDS = 1_000n * COIN;
export const POOL = 5_000n * COIN;
export const CAP = 4_000n * COIN;
/** On the grid: tick 6,800,000,000. */
export const START_MS = 1_700_000_000_000;
export const START_TICK = START_MS / 250;

export type KernelModule = {
  readonly createKernel: typeof createKernel;
  readonly loadKernel: typeof loadKernel;
  readonly encodeEnvelopes: typeof encodeEnvelopes;
  readonly decodeEnvelopes: typeof decodeEnvelopes;
  readonly digestEvents: typeof digestEvents;
};
export const thisKernel: KernelModule = {
  createKernel,
  loadKernel,
  encodeEnvelopes,
  decodeEnvelopes,
  digestEvents,
};

export const units = (coins: bigint): Amount => (coins * COIN) as Amount;

/** The commands by which a practice house lists its markets before anybody plays. */
export function listing(): Command[] {
  return [
    { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' },
    { type: 'listAsset', assetId: 1001, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
    {
      type: 'listSymbol',
      symbolId: BTC_USDT,
      name: 'BTCUSDT',
      baseAssetId: 1001,
      quoteAssetId: USDT,
      tickDecimal: '0.1',
      lotDecimal: '0.0001',
      minNotional: 0n as Amount,
      maxLots: 1_000_000 as never,
      maxOpenOrders: 10,
      priceBandPpm: 0,
    },
    ...[1, 2, 3].map((venueId): Command => {
      return { type: 'setVenue', venueId, name: `Venue ${venueId}`, weightPpm: 333_333 };
    }),
    { type: 'openAccount', accountUserId: MAKER, kind: 'house' },
    { type: 'openAccount', accountUserId: ALICE, kind: 'user' },
    { type: 'openAccount', accountUserId: BOB, kind: 'user' },
    {
      type: 'setSecondsTerms',
      symbolId: BTC_USDT,
      assetId: USDT,
      minQuantity: 1,
      maxQuantity: 500,
      formula: 1,
      periods: [
        { periodS: 30, payoutPpm: 800_000 },
        { periodS: 60, payoutPpm: 850_000 },
      ],
    },
    { type: 'setExposureCap', symbolId: 0, cap: CAP as Amount },
    { type: 'setExposureCap', symbolId: BTC_USDT, cap: CAP as Amount },
    { type: 'fundSecondsPool', assetId: USDT, amount: POOL as Amount, fromUserId: 0 },
    { type: 'enableSeconds', practice: true, countries: [] },
  ];
}

/** A kernel with a clock that walks the grid, kept beside its own journal. */
export class Bench {
  readonly module: KernelModule;
  readonly envelopes: Envelope[] = [];
  readonly results: Applied[] = [];
  kernel: Kernel;
  nowMs = START_MS;

  private readonly hints: { readonly audit: boolean };

  /** With `audit`, as by default, the kernel checks its dear invariants after each command. */
  constructor(module: KernelModule = thisKernel, audit = true) {
    this.module = module;
    this.hints = { audit };
    this.kernel = module.createKernel(this.hints);
    for (const body of listing()) this.expectOk(body);
    for (const userId of [ALICE, BOB]) this.fund(userId, FUNDS as Amount);
  }

  send(body: Command, userId = 0): Applied {
    const seq = this.kernel.seq + 1;
    const envelope = { seq, timeMs: this.nowMs, userId, key: null, bodyHash: null, body };
    const applied = this.kernel.apply(envelope);
    this.envelopes.push(envelope);
    this.results.push(applied);
    return applied;
  }

  expectOk(body: Command, userId = 0): Applied {
    const applied = this.send(body, userId);
    if (!applied.outcome.ok) throw new Error(`${body.type} was refused: ${applied.outcome.code}`);
    return applied;
  }

  /** Puts practice funds into a user's second wallet. */
  fund(userId: number, amount: Amount): void {
    this.expectOk({ type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount });
    const body = {
      from: 'spot',
      to: 'second',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount,
    } as const;
    this.expectOk({ type: 'transfer', ...body }, userId);
  }

  /** The next tick of the grid, at its very time, with all venues at one mid price (in ticks of the symbol). */
  tick(mid: number | null = null): Applied {
    this.nowMs += 250;
    return this.tickNow(mid === null ? [] : quotesAt(mid, this.nowMs));
  }

  tickNow(quotes: readonly VenueQuote[], tickNo = this.nowMs / 250): Applied {
    return this.expectOk({ type: 'indexTick', tickNo, quotes });
  }

  /** A tick that was chained at its own time, with all venues at one mid price, and is journaled only now. */
  lateTick(tickNo: number, mid: number): Applied {
    const chainedMs = tickNo * 250;
    return this.expectOk({ type: 'indexTick', tickNo, chainedMs, quotes: quotesAt(mid, chainedMs) });
  }

  /** Ticks on with one price up to this tick, which is included; gives all that happened. */
  tickUntil(tickNo: number, mid: number): KernelEvent[] {
    const events: KernelEvent[] = [];
    while (this.nowMs < tickNo * 250) events.push(...this.tick(mid).events);
    return events;
  }

  /** Opens a contract of 10 coins up over 30 s, unless told otherwise. */
  open(change: Partial<OpenSecondContract> = {}, userId = ALICE): Applied {
    return this.send(
      {
        type: 'openSecondContract',
        symbolId: BTC_USDT,
        direction: 'up',
        periodS: 30,
        quantity: 10,
        payoutPpm: null,
        clientOrderId: null,
        country: null,
        ...change,
      },
      userId,
    );
  }

  wallet(userId: number): bigint {
    return this.kernel.balances(userId, 'second').find(({ assetId }) => assetId === USDT)?.available ?? 0n;
  }

  /** Loads the kernel from its own snapshot. */
  restart(): void {
    const before = this.kernel.stateHash();
    this.kernel = this.module.loadKernel(this.kernel.snapshot(), this.hints);
    if (this.kernel.stateHash() !== before) throw new Error('a restart changed the state');
  }

  /** Applies the journal's bytes to a new kernel: state and events must be the same. */
  replay(): void {
    const { createKernel, decodeEnvelopes, encodeEnvelopes, digestEvents } = this.module;
    const other = createKernel();
    const results = decodeEnvelopes(encodeEnvelopes(this.envelopes)).map((envelope) => other.apply(envelope));
    if (other.stateHash() !== this.kernel.stateHash()) throw new Error('a replay ended in another state');
    if (digestEvents(results) !== digestEvents(this.results)) throw new Error('a replay told something else');
  }

  /** Checks what must always hold. */
  check(): void {
    const { kernel } = this;
    for (const { assetId, sum } of kernel.ledgerSums()) {
      if (sum !== 0n) throw new Error(`asset ${assetId} is off by ${sum}`);
    }
    const pool = kernel.seconds.pool();
    if (pool.available < 0n) throw new Error('the pool is below 0');
    const open = [ALICE, BOB].flatMap((userId) => [...kernel.seconds.contracts(userId)]);
    const reserved = open.reduce((sum, { terms }) => sum + terms.payout, 0n);
    const stakes = open.reduce((sum, { terms }) => sum + terms.stake, 0n);
    if (pool.reserved !== reserved) throw new Error('what is reserved is not what open contracts may pay');
    if (pool.stakes !== stakes) throw new Error('stakes are not those of the open contracts');
    const users = [ALICE, BOB].reduce((sum, userId) => sum + this.wallet(userId), 0n);
    const whole = 2n * FUNDS + POOL;
    const escrow = whole - users - pool.available;
    if (escrow !== reserved + stakes) throw new Error(`escrow holds ${escrow}, not ${reserved + stakes}`);
    for (const { cap, reserved: used } of pool.exposures) {
      if (used > cap) throw new Error('more is reserved than the cap');
    }
  }
}

export function quotesAt(mid: number, timeMs: number, venues: readonly number[] = [1, 2, 3]): VenueQuote[] {
  return venues.map((venueId) => ({
    venueId,
    symbolId: BTC_USDT,
    bidTicks: (mid - 2) as PriceTicks,
    askTicks: (mid + 2) as PriceTicks,
    venueTimeMs: timeMs,
  }));
}

/** The events of one type. */
export function eventsOf<T extends KernelEvent['type']>(
  events: readonly KernelEvent[],
  type: T,
): Extract<KernelEvent, { readonly type: T }>[] {
  return events.filter((event): event is Extract<KernelEvent, { readonly type: T }> => event.type === type);
}

/** A bench with a fresh index at 1,000. */
export function ready(): Bench {
  const bench = new Bench();
  bench.tick(1_000);
  return bench;
}
