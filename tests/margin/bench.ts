import {
  type Applied,
  type Command,
  createKernel,
  type Envelope,
  type Kernel,
  type KernelEvent,
  loadKernel,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { expect } from 'vitest';

/** All assets have 8 decimals. */
export const COIN = 100_000_000n;
export const BTC = 1001;
export const USDT = 1002;
export const ETH = 1003;
export const BTC_USDT = 1;
export const ETH_USDT = 2;
export const MAKER = 1;
export const ALICE = 1000;
export const BOB = 1001;
export const RATE_PPB = 10_000;
export const POOL: Readonly<Record<number, bigint>> = { [BTC]: 50n * COIN, [USDT]: 1_000_000n * COIN };
export const INSURANCE = 500n * COIN;
export const FUNDS: Readonly<Record<number, bigint>> = {
  [BTC]: 10n * COIN,
  [USDT]: 100_000n * COIN,
  [ETH]: 50n * COIN,
};

export const units = (value: bigint): Amount => value as Amount;
/** A whole price: 100 ticks of 0.01 each. */
export const ticks = (price: number): PriceTicks => Math.round(price * 100) as PriceTicks;
/** Lots of 0.00001 of the base coin. */
export const lots = (count: number): Lots => count as Lots;
export const HOUR_MS = 3_600_000;

type EventOf<T extends KernelEvent['type']> = Extract<KernelEvent, { readonly type: T }>;

export function eventsOf<T extends KernelEvent['type']>(
  events: readonly KernelEvent[],
  type: T,
): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

const symbol = (symbolId: number, name: string, baseAssetId: number): Command => ({
  type: 'listSymbol',
  symbolId,
  name,
  baseAssetId,
  quoteAssetId: USDT,
  tickDecimal: '0.01',
  lotDecimal: '0.00001',
  minNotional: units(5n * COIN),
  maxLots: lots(1_000_000_000),
  maxOpenOrders: 1_000,
  priceBandPpm: 500_000,
});

export const SETUP: readonly Command[] = [
  { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
  { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
  { type: 'listAsset', assetId: ETH, code: 'ETH', name: 'Ether', scale: 8 },
  symbol(BTC_USDT, 'BTCUSDT', BTC),
  symbol(ETH_USDT, 'ETHUSDT', ETH),
  { type: 'setFees', makerPpm: 1_000, takerPpm: 1_000 },
  { type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 },
  { type: 'openAccount', accountUserId: MAKER, kind: 'house' },
  ...[ALICE, BOB].map((accountUserId): Command => ({ type: 'openAccount', accountUserId, kind: 'user' })),
  ...[BTC, USDT, ETH].map(
    (assetId): Command => ({
      type: 'practiceFunds',
      accountUserId: MAKER,
      assetId,
      amount: units(100_000_000n * COIN),
    }),
  ),
  ...[ALICE, BOB].flatMap((accountUserId) =>
    [BTC, USDT, ETH].map(
      (assetId): Command => ({
        type: 'practiceFunds',
        accountUserId,
        assetId,
        amount: units(FUNDS[assetId]!),
      }),
    ),
  ),
  { type: 'fundMarginPool', into: 'pool', assetId: BTC, amount: units(POOL[BTC]!) },
  { type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: units(POOL[USDT]!) },
  { type: 'fundMarginPool', into: 'insurance', assetId: USDT, amount: units(INSURANCE) },
  ...[
    [BTC, 950_000],
    [USDT, 1_000_000],
    [ETH, 900_000],
  ].map(
    ([assetId, haircutPpm]): Command => ({
      type: 'setMarginAsset',
      assetId: assetId!,
      borrowable: assetId !== ETH,
      hourlyRatePpb: RATE_PPB,
      haircutPpm: haircutPpm!,
      maxBorrow: units(assetId === BTC ? 20n * COIN : 400_000n * COIN),
    }),
  ),
  ...[0, BTC_USDT].map(
    (symbolId): Command => ({
      type: 'setMarginTerms',
      symbolId,
      valueAssetId: USDT,
      maxLeverage: symbolId === 0 ? 3 : 5,
      transferPpm: 2_000_000,
      callPpm: 1_200_000,
      liquidationPpm: 1_100_000,
      saleBandPpm: 50_000,
    }),
  ),
];

/** A kernel with a pool, two users and a maker, and every command that it was given. */
export class Bench {
  kernel: Kernel = createKernel({ audit: true });
  readonly journal: Envelope[] = [];
  nowMs = 1_800_000_000_000;
  /** Load the kernel again from its snapshot after every command. */
  restarts = false;

  constructor(setup: readonly Command[] = SETUP) {
    for (const command of setup) this.mustDo(0, command);
  }

  do(userId: number, body: Command): Applied {
    const envelope: Envelope = {
      seq: this.kernel.seq + 1,
      timeMs: this.nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    };
    this.journal.push(envelope);
    const applied = this.kernel.apply(envelope);
    // the events are read before the next command, as the engine does
    void applied.events;
    if (this.restarts) this.kernel = loadKernel(this.kernel.snapshot());
    return applied;
  }

  mustDo(userId: number, body: Command): Applied {
    const applied = this.do(userId, body);
    if (!applied.outcome.ok) throw new Error(`${body.type} was refused: ${applied.outcome.code}`);
    return applied;
  }

  refusal(userId: number, body: Command): string | null {
    const { outcome } = this.do(userId, body);
    return outcome.ok ? null : outcome.code;
  }

  /** An index tick a quarter of a second later; the index is the price given. */
  tick(btc: number | null, eth: number | null = 2_000, laterMs = 250): Applied {
    this.nowMs += laterMs;
    const quote = (symbolId: number, price: number | null) =>
      price === null
        ? []
        : [
            {
              venueId: 1,
              symbolId,
              venueTimeMs: this.nowMs,
              bidTicks: ticks(price),
              askTicks: ticks(price),
            },
          ];
    return this.mustDo(0, {
      type: 'indexTick',
      tickNo: Math.floor(this.nowMs / 250),
      quotes: [...quote(BTC_USDT, btc), ...quote(ETH_USDT, eth)],
    });
  }

  /** The maker quotes so many lots at each side, so far from a price (in ticks). */
  quote(symbolId: number, price: number, count: number, awayTicks = 1): void {
    const mid = ticks(price);
    this.mustDo(MAKER, {
      type: 'massQuote',
      symbolId,
      levels: [
        { side: 'buy', priceTicks: (mid - awayTicks) as PriceTicks, lots: lots(count) },
        { side: 'sell', priceTicks: (mid + awayTicks) as PriceTicks, lots: lots(count) },
      ],
    });
  }

  /** Takes the maker's quotes away. */
  unquote(): void {
    this.mustDo(MAKER, { type: 'cancelAll', symbolId: null });
  }

  moveIn(userId: number, assetId: number, amount: bigint, symbolId = 0): void {
    this.mustDo(userId, this.transfer('spot', 0, this.kindOf(symbolId), symbolId, assetId, amount));
  }

  moveOut(userId: number, assetId: number, amount: bigint, symbolId = 0): Command {
    void userId;
    return this.transfer(this.kindOf(symbolId), symbolId, 'spot', 0, assetId, amount);
  }

  borrow(assetId: number, amount: bigint, symbolId = 0): Command {
    return { type: 'borrow', ...this.ref(symbolId), assetId, amount: units(amount) };
  }

  repay(assetId: number, amount: bigint | null, symbolId = 0): Command {
    return { type: 'repay', ...this.ref(symbolId), assetId, amount: amount === null ? null : units(amount) };
  }

  order(side: 'buy' | 'sell', price: number | null, count: number, symbolId = 0): Command {
    return {
      type: 'placeMarginOrder',
      wallet: this.kindOf(symbolId),
      symbolId: BTC_USDT,
      side,
      orderType: price === null ? 'market' : 'limit',
      timeInForce: price === null ? 'IOC' : 'GTC',
      postOnly: false,
      priceTicks: price === null ? null : ticks(price),
      lots: lots(count),
      quoteAmount: null,
      clientOrderId: null,
    };
  }

  wallet(userId: number, symbolId = 0) {
    return this.kernel.margin.wallet(userId, this.kindOf(symbolId), symbolId)!;
  }

  /** Available and held of a margin wallet. */
  balance(userId: number, assetId: number, symbolId = 0): bigint {
    const found = this.kernel
      .balances(userId, this.kindOf(symbolId), symbolId)
      .find((balance) => balance.assetId === assetId);
    return found === undefined ? 0n : found.available + found.held;
  }

  house(assetId: number) {
    return this.kernel.margin.house().find((row) => row.assetId === assetId)!;
  }

  /** The books are in order; a kernel loaded from the snapshot and one that replays have the same state. */
  check(): void {
    for (const { assetId, sum } of this.kernel.ledgerSums()) {
      if (sum !== 0n) throw new Error(`asset ${assetId} sums to ${sum}`);
    }
    const hash = this.kernel.stateHash();
    expect(loadKernel(this.kernel.snapshot()).stateHash()).toBe(hash);
  }

  replay(): void {
    const replayed = createKernel();
    for (const envelope of this.journal) replayed.apply(envelope);
    expect(replayed.stateHash()).toBe(this.kernel.stateHash());
  }

  private kindOf(symbolId: number) {
    return symbolId === 0 ? 'margin-cross' : 'margin-isolated';
  }

  private ref(symbolId: number) {
    return { wallet: this.kindOf(symbolId), symbolId } as const;
  }

  private transfer(
    from: 'spot' | 'margin-cross' | 'margin-isolated',
    fromSymbolId: number,
    to: 'spot' | 'margin-cross' | 'margin-isolated',
    toSymbolId: number,
    assetId: number,
    amount: bigint,
  ): Command {
    return { type: 'transfer', from, to, fromSymbolId, toSymbolId, assetId, amount: units(amount) };
  }
}

/** A fresh index at 50,000, the maker on both sides, and 1 BTC of Alice's in her cross wallet. */
export function ready(symbolId = 0): Bench {
  const bench = new Bench();
  bench.tick(50_000);
  bench.quote(BTC_USDT, 50_000, 10_000_000);
  bench.moveIn(ALICE, BTC, COIN, symbolId);
  return bench;
}

export function finish(bench: Bench): void {
  bench.check();
  bench.replay();
}
