/**
 * One mark tick over 100,000 open positions that none of it liquidates, and one that comes among users with several
 * cross positions, who are looked at one by one.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Command, createKernel, type Kernel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { BenchRow } from './row.ts';

const USDT = 1002;
const SYMBOLS = 2;
const TARGET_MS = 20;
const MID = 1_000_000;
const HOUSE = 1;

/** A kernel with so many open positions; every `several`-th user has two cross ones. */
class Crowd {
  readonly kernel: Kernel = createKernel();
  private nowMs = 1_800_000_000_000;
  private orders = 0;

  constructor(positions: number, several: number) {
    this.list();
    let open = 0;
    for (let user = 1_000; open < positions; user++) {
      const isSeveral = several > 0 && user % several === 0;
      this.fund(user, 2_000n);
      if (isSeveral || user % 3 === 0) this.cross(user);
      open += this.open(user, isSeveral);
    }
  }

  /** Applies one index tick and returns how long it took, in ms. */
  tick(price: number): number {
    this.nowMs += 250;
    const quotes = Array.from({ length: SYMBOLS }, (_, i) => ({
      venueId: 1,
      symbolId: i + 1,
      bidTicks: price as PriceTicks,
      askTicks: price as PriceTicks,
      venueTimeMs: this.nowMs,
    }));
    const body: Command = { type: 'indexTick', tickNo: Math.floor(this.nowMs / 250), quotes };
    const { kernel, nowMs } = this;
    const seq = kernel.seq + 1;
    const before = performance.now();
    kernel.apply({ seq, timeMs: nowMs, userId: 0, key: null, bodyHash: null, body });
    return performance.now() - before;
  }

  get openLots(): number {
    return this.kernel.perpetual.mark(101)!.openLots;
  }

  private send(userId: number, body: Command): void {
    const { kernel, nowMs } = this;
    const { outcome } = kernel.apply({
      seq: kernel.seq + 1,
      timeMs: nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    });
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  }

  private list(): void {
    this.send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.send(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    this.send(0, { type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 });
    for (let i = 1; i <= SYMBOLS; i++) {
      const assetId = 1_100 + i;
      this.send(0, { type: 'listAsset', assetId, code: `C${i}`, name: `Coin ${i}`, scale: 8 });
      const steps = { tickDecimal: '0.01', lotDecimal: '0.001' };
      const limits = { minNotional: 1n as Amount, maxLots: 1e9 as Lots, maxOpenOrders: 100, priceBandPpm: 0 };
      this.send(0, {
        type: 'listSymbol',
        symbolId: i,
        name: `C${i}USDT`,
        baseAssetId: assetId,
        quoteAssetId: USDT,
        ...steps,
        ...limits,
      });
      this.send(0, {
        type: 'listPerpetual',
        symbolId: 100 + i,
        name: `C${i}USDT-PERP`,
        indexSymbolId: i,
        settleAssetId: USDT,
        ...steps,
        ...limits,
        tiers: [
          { floorNotional: 0n as Amount, mmrPpm: 4_000, maxLeverage: 100 },
          { floorNotional: 5_000_000_000_000n as Amount, mmrPpm: 5_000, maxLeverage: 50 },
          { floorNotional: 25_000_000_000_000n as Amount, mmrPpm: 10_000, maxLeverage: 50 },
          { floorNotional: 100_000_000_000_000n as Amount, mmrPpm: 25_000, maxLeverage: 20 },
        ],
        fundingIntervalMs: 28_800_000,
        impactNotional: 1_000_000_000_000n as Amount,
        makerFeePpm: 200,
        takerFeePpm: 500,
        liquidationFeePpm: 2_000,
      });
    }
    this.send(0, { type: 'openAccount', accountUserId: HOUSE, kind: 'house' });
    this.fund(HOUSE, 1_000_000_000n);
    this.tick(MID);
  }

  private fund(userId: number, usdt: bigint): void {
    const amount = (usdt * 100_000_000n) as Amount;
    if (!this.kernel.hasAccount(userId)) {
      this.send(0, { type: 'openAccount', accountUserId: userId, kind: 'user' });
    }
    this.send(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount });
    const wallets = { from: 'spot', to: 'contract', fromSymbolId: 0, toSymbolId: 0 } as const;
    this.send(userId, { type: 'transfer', ...wallets, assetId: USDT, amount });
  }

  private cross(userId: number): void {
    for (let i = 1; i <= SYMBOLS; i++) {
      this.send(userId, { type: 'setMarginMode', symbolId: 100 + i, marginMode: 'cross' });
    }
  }

  /** Opens one position of a user against the house, or two; longs and shorts in turn. Returns how many. */
  private open(userId: number, both: boolean): number {
    const count = both ? SYMBOLS : 1;
    for (let i = 1; i <= count; i++) {
      const symbolId = 100 + (both ? i : 1 + (userId % SYMBOLS));
      const lots = (1 + ((userId * 7) % 50)) as Lots;
      const isBuy = ++this.orders % 2 === 0;
      const side = isBuy ? 'sell' : 'buy';
      const priceTicks = MID as PriceTicks;
      this.send(HOUSE, { type: 'perpetualMassQuote', symbolId, levels: [{ side, priceTicks, lots }] });
      this.send(userId, {
        type: 'placePerpetualOrder',
        symbolId,
        positionSide: 'both',
        side: isBuy ? 'buy' : 'sell',
        orderType: 'limit',
        timeInForce: 'IOC',
        postOnly: false,
        reduceOnly: false,
        priceTicks,
        lots,
        clientOrderId: null,
        trigger: null,
        takeProfit: null,
        stopLoss: null,
        leverage: null,
        marginMode: null,
      });
    }
    return count;
  }
}

/** In ms a tick. */
interface Measured {
  readonly median: number;
  readonly worst: number;
}

function measure(positions: number, several: number, ticks: number): Measured {
  const crowd = new Crowd(positions, several);
  const times: number[] = [];
  for (let i = 0; i < ticks; i++) times.push(crowd.tick(MID + ((i * 37) % 2_000) - 1_000));
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1] ?? 0, worst: times.at(-1) ?? 0 };
}

function row(name: string, { median: ms, worst }: Measured, note: string): BenchRow {
  return {
    name,
    ours: Number(ms.toFixed(3)),
    peer: TARGET_MS,
    ratio: Number((TARGET_MS / ms).toFixed(2)),
    unit: 'ms',
    note: `${note}; the slowest took ${worst.toFixed(2)} ms`,
  };
}

/** The rows `liquidation-sweep` (one position a user, isolated and cross) and the same with users of several. */
export async function run(quick = false): Promise<BenchRow[]> {
  const positions = quick ? 10_000 : 100_000;
  const ticks = quick ? 41 : 201;
  const shared = `${positions} open positions of 2 symbols, median of ${ticks} mark ticks; target ${TARGET_MS} ms`;
  return [
    row('liquidation-sweep', measure(positions, 0, ticks), shared),
    row(
      'liquidation-sweep-several',
      measure(positions, 5, ticks),
      `${shared}; a third in two cross positions`,
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
