import type { IndexTick, VenueQuote } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import type { Random } from '../../tools/workload/random.ts';

export const VENUES = [1, 2, 3] as const;

/** Behaviour of the prices of a stretch of time. */
export type Regime =
  /** Nothing moves at all. */
  | 'flat'
  | 'quiet'
  | 'up'
  | 'down'
  /** 40 percent down within a minute. */
  | 'crash'
  /** The way back from a crash, nearly as fast. */
  | 'rebound'
  /** The venues say nothing new, until all of them are stale. */
  | 'stale'
  /** One venue goes its own way. */
  | 'split';

/** Behaviours of prices, as they are counted. */
export const REGIMES_MET = ['flat', 'quiet', 'up', 'down', 'crash', 'rebound', 'stale', 'split'].map(
  (regime) => `market ${regime}`,
);
const REGIMES: readonly Regime[] = ['flat', 'quiet', 'up', 'down', 'crash', 'crash', 'stale', 'split'];
const PPM = 1_000_000;
const GRID_MS = 250;
/** 0.6 = (1 - x)^60,000: so much a millisecond, in parts per billion. */
const CRASH_PPB_PER_MS = 8_514;

interface Priced {
  readonly symbolId: number;
  readonly firstTicks: number;
  ticks: number;
}

/** The outside venues: three that quote every symbol around one price that nobody else knows. */
export class Market {
  tickNo = 0;
  regime: Regime = 'quiet';
  private readonly met = new Map<Regime, number>();
  private leftMs: number;
  private lastMs: number;
  private splitPpm = 0;
  private readonly random: Random;
  private readonly symbols: readonly Priced[];

  constructor(random: Random, nowMs: number, symbols: ReadonlyMap<number, number>) {
    this.random = random;
    this.lastMs = nowMs;
    this.leftMs = random.int(2_000, 15_000);
    this.symbols = [...symbols].map(([symbolId, ticks]) => ({ symbolId, firstTicks: ticks, ticks }));
  }

  /** Returns the number of ticks of each behaviour of prices. */
  counted(): [string, number][] {
    return [...this.met].map(([regime, ticks]) => [`market ${regime}`, ticks]);
  }

  /** The price in ticks around which a symbol's venues quote. */
  price(symbolId: number): number {
    return this.symbols.find((symbol) => symbol.symbolId === symbolId)!.ticks;
  }

  /** The number of the tick of the grid at a time; null when it is the last one's still. */
  next(nowMs: number): number | null {
    const tickNo = Math.floor(nowMs / GRID_MS);
    return tickNo > this.tickNo ? tickNo : null;
  }

  /** The tick of the grid at this time, with what the venues say. */
  tick(nowMs: number): IndexTick {
    const passedMs = Math.min(nowMs - this.lastMs, 5_000);
    this.lastMs = nowMs;
    this.leftMs -= passedMs;
    if (this.leftMs <= 0) this.turn();
    this.met.set(this.regime, (this.met.get(this.regime) ?? 0) + 1);
    const quotes: VenueQuote[] = [];
    for (const symbol of this.symbols) {
      this.move(symbol, passedMs);
      if (this.regime !== 'stale') this.quote(symbol, nowMs, quotes);
    }
    this.tickNo = Math.floor(nowMs / GRID_MS);
    return { type: 'indexTick', tickNo: this.tickNo, chainedMs: nowMs, quotes };
  }

  private turn(): void {
    const { random } = this;
    this.regime = this.regime === 'crash' ? random.pick(['rebound', 'quiet']) : random.pick(REGIMES);
    const isFast = this.regime === 'crash' || this.regime === 'rebound';
    this.leftMs = isFast ? 60_000 : random.int(5_000, 60_000);
    this.splitPpm = random.pick([-1, 1]) * random.pick([4_000, 12_000, 50_000]);
  }

  private move(symbol: Priced, passedMs: number): void {
    if (this.regime === 'flat') return;
    const ppm = this.drift(passedMs) + this.random.int(-60, 60);
    const moved = Math.round((symbol.ticks * (PPM + ppm)) / PPM);
    symbol.ticks = Math.max(symbol.firstTicks / 20, Math.min(symbol.firstTicks * 20, moved)) | 0;
  }

  /** The expected move, in parts per million. */
  private drift(passedMs: number): number {
    switch (this.regime) {
      case 'up':
        return Math.round(passedMs / 5);
      case 'down':
        return -Math.round(passedMs / 5);
      case 'crash':
        return -Math.round((passedMs * CRASH_PPB_PER_MS) / 1000);
      case 'rebound':
        return Math.round((passedMs * CRASH_PPB_PER_MS) / 1000);
      default:
        return 0;
    }
  }

  private quote(symbol: Priced, nowMs: number, quotes: VenueQuote[]): void {
    const { random } = this;
    for (const venueId of VENUES) {
      if (random.chance(0.1)) continue;
      const off = this.regime === 'split' && venueId === 2 ? this.splitPpm : this.noise(-150, 150);
      const mid = Math.round((symbol.ticks * (PPM + off)) / PPM);
      const half = Math.max(1, Math.round((symbol.ticks * this.noise(20, 200)) / PPM));
      quotes.push({
        venueId,
        symbolId: symbol.symbolId,
        bidTicks: Math.max(1, mid - half) as PriceTicks,
        askTicks: (Math.max(1, mid - half) + 2 * half) as PriceTicks,
        venueTimeMs: nowMs - random.pick([0, 5, 40, 300, 1_900]),
      });
    }
  }

  private noise(least: number, most: number): number {
    return this.regime === 'flat' ? most : this.random.int(least, most);
  }
}
