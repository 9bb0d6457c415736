/** One index tick over 100,000 margin wallets that owe, of which it calls and sells none. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Applied, type Command, createKernel, type Kernel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { BenchRow } from './row.ts';

const USDT = 1002;
const COINS = [1101, 1102];
const COIN = 100_000_000n;
const TARGET_MS = 20;
/** The price in cents at which they borrow, and a later one, at which the most indebted are near their call. */
const FIRST = 1_000_000;
export const MID = 445_000;
const FIRST_USER = 1_000;

/** A kernel with so many borrowers, cross wallets with two coins and isolated ones with one in turn. */
export class Borrowers {
  readonly kernel: Kernel = createKernel();
  private nowMs = 1_800_000_000_000;

  constructor(count: number) {
    this.list(BigInt(count));
    for (let n = 0; n < count; n++) {
      // prices have to be fresh where somebody borrows
      if (n % 1_000 === 0) this.tick(FIRST);
      this.open(FIRST_USER + n);
    }
    this.tick(MID);
  }

  /** Applies an index tick at which every coin costs so many cents. */
  tick(price: number): Applied {
    this.nowMs += 250;
    const quotes = COINS.map((_, i) => ({
      venueId: 1,
      symbolId: i + 1,
      bidTicks: price as PriceTicks,
      askTicks: price as PriceTicks,
      venueTimeMs: this.nowMs,
    }));
    return this.apply(0, { type: 'indexTick', tickNo: Math.floor(this.nowMs / 250), quotes });
  }

  private apply(userId: number, body: Command): Applied {
    const { kernel, nowMs } = this;
    return kernel.apply({
      seq: kernel.seq + 1,
      timeMs: nowMs,
      userId,
      key: null,
      bodyHash: null,
      body,
    });
  }

  private send(userId: number, body: Command): void {
    const { outcome } = this.apply(userId, body);
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  }

  private list(count: bigint): void {
    this.send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.send(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    this.send(0, { type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 });
    for (const [i, assetId] of COINS.entries()) {
      this.send(0, { type: 'listAsset', assetId, code: `C${i}`, name: `Coin ${i}`, scale: 8 });
      this.send(0, {
        type: 'listSymbol',
        symbolId: i + 1,
        name: `C${i}USDT`,
        baseAssetId: assetId,
        quoteAssetId: USDT,
        tickDecimal: '0.01',
        lotDecimal: '0.001',
        minNotional: 1n as Amount,
        maxLots: 1e9 as Lots,
        maxOpenOrders: 100,
        priceBandPpm: 0,
      });
    }
    for (const assetId of [USDT, ...COINS]) {
      this.send(0, {
        type: 'setMarginAsset',
        assetId,
        borrowable: true,
        hourlyRatePpb: 10_000,
        haircutPpm: 950_000,
        maxBorrow: (100_000n * COIN) as Amount,
      });
    }
    const amount = (count * 20_000n * COIN) as Amount;
    this.send(0, { type: 'fundMarginPool', into: 'pool', assetId: USDT, amount });
    for (const symbolId of [0, 1]) {
      this.send(0, {
        type: 'setMarginTerms',
        symbolId,
        valueAssetId: USDT,
        maxLeverage: 3,
        transferPpm: 2_000_000,
        callPpm: 1_300_000,
        liquidationPpm: 1_100_000,
        saleBandPpm: 50_000,
      });
    }
    this.tick(FIRST);
  }

  /** Borrows against one coin, or two. At 4,450 a wallet stands 0.7 to 100 percent above its call. */
  private open(userId: number): void {
    const isCross = userId % 2 === 0;
    const [to, toSymbolId] = isCross ? (['margin-cross', 0] as const) : (['margin-isolated', 1] as const);
    this.send(0, { type: 'openAccount', accountUserId: userId, kind: 'user' });
    for (const assetId of isCross ? COINS : COINS.slice(0, 1)) {
      const amount = COIN as Amount;
      this.send(0, { type: 'practiceFunds', accountUserId: userId, assetId, amount });
      this.send(userId, { type: 'transfer', from: 'spot', fromSymbolId: 0, to, toSymbolId, assetId, amount });
    }
    const amount = ((isCross ? 2n : 1n) * BigInt(owedBy(userId)) * COIN) as Amount;
    this.send(userId, { type: 'borrow', wallet: to, symbolId: toSymbolId, assetId: USDT, amount });
  }
}

/** USDT that a user owes for each coin that lies there. */
export function owedBy(userId: number): number {
  return 6_000 + 20 * (userId % 300);
}

/** The row `margin-sweep`: ticks that move every price by up to a fifth of a percent, and call nobody. */
export async function run(quick = false): Promise<BenchRow[]> {
  const count = quick ? 10_000 : 100_000;
  const ticks = quick ? 41 : 201;
  const borrowers = new Borrowers(count);
  const times: number[] = [];
  for (let i = 0; i < ticks; i++) {
    const before = performance.now();
    borrowers.tick(MID + ((i * 37) % 2_000) - 1_000);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  const note = `${count} margin wallets that owe, median of ${ticks} index ticks that call none; target ${TARGET_MS} ms; the slowest took ${(times.at(-1) ?? 0).toFixed(2)} ms`;
  return [
    {
      name: 'margin-sweep',
      ours: Number(median.toFixed(3)),
      peer: TARGET_MS,
      ratio: Number((TARGET_MS / median).toFixed(2)),
      unit: 'ms',
      note,
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
