/**
 * A fall in the manner of 10 October 2025: a quiet minute, a slide, a plunge within a minute and a half in which market
 * makers thin out, prices jump, and for a quarter of a minute nobody quotes, a bottom, and a rebound of about half of it.
 */
export interface Coin {
  readonly symbolId: number;
  readonly perpetualId: number;
  readonly assetId: number;
  readonly code: string;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  /** Price at which it begins, in ticks. */
  readonly startTicks: number;
  /** Depth of its fall, in parts per million of where it began. */
  readonly fallPpm: number;
}

const coin = (n: number, code: string, ticks: readonly [string, string, number], fallPpm: number): Coin => ({
  symbolId: n,
  perpetualId: 100 + n,
  assetId: 1010 + n,
  code,
  tickDecimal: ticks[0],
  lotDecimal: ticks[1],
  startTicks: ticks[2],
  fallPpm,
});

export const coins: readonly Coin[] = [
  coin(1, 'BTC', ['0.1', '0.001', 1_220_000], 140_000),
  coin(2, 'ETH', ['0.01', '0.01', 436_000], 200_000),
  coin(3, 'SOL', ['0.01', '0.1', 22_000], 280_000),
  coin(4, 'DOGE', ['0.00001', '10', 25_000], 500_000),
  coin(5, 'ADA', ['0.0001', '1', 8_200], 600_000),
];

export interface Moment {
  /** Since the beginning. */
  readonly timeMs: number;
  /** Part of its fall that each coin has behind it, in parts per million. */
  readonly fallenPpm: number;
  /** Part of their usual size that the house's quotes have, in parts per million. */
  readonly depthPpm: number;
  readonly phase: 'quiet' | 'slide' | 'plunge' | 'gap' | 'vacuum' | 'bottom' | 'rebound';
}

interface Leg {
  readonly phase: Moment['phase'];
  readonly seconds: number;
  readonly stepMs: number;
  readonly toFallenPpm: number;
  readonly depthPpm: number;
}

const legs: readonly Leg[] = [
  { phase: 'quiet', seconds: 60, stepMs: 1_000, toFallenPpm: 0, depthPpm: 1_000_000 },
  { phase: 'slide', seconds: 180, stepMs: 1_000, toFallenPpm: 250_000, depthPpm: 500_000 },
  { phase: 'plunge', seconds: 20, stepMs: 250, toFallenPpm: 350_000, depthPpm: 8_000 },
  { phase: 'gap', seconds: 2, stepMs: 1_000, toFallenPpm: 550_000, depthPpm: 60_000 },
  { phase: 'vacuum', seconds: 15, stepMs: 250, toFallenPpm: 800_000, depthPpm: 0 },
  { phase: 'plunge', seconds: 45, stepMs: 250, toFallenPpm: 1_000_000, depthPpm: 4_000 },
  { phase: 'bottom', seconds: 60, stepMs: 1_000, toFallenPpm: 960_000, depthPpm: 60_000 },
  { phase: 'rebound', seconds: 180, stepMs: 1_000, toFallenPpm: 500_000, depthPpm: 400_000 },
];

/** The whole course, tick by tick. */
export function* october(): Generator<Moment> {
  let timeMs = 0;
  let fallen = 0;
  for (const { phase, seconds, stepMs, toFallenPpm, depthPpm } of legs) {
    const steps = (seconds * 1_000) / stepMs;
    const from = fallen;
    for (let step = 1; step <= steps; step++) {
      timeMs += stepMs;
      fallen = from + Math.round(((toFallenPpm - from) * step) / steps);
      yield { timeMs, fallenPpm: fallen, depthPpm, phase };
    }
  }
}

/** A coin's price at a moment, in ticks. `shakePpm` is added on top, for what a venue is off by. */
export function priceTicks({ startTicks, fallPpm }: Coin, fallenPpm: number, shakePpm: number): number {
  const left = 1 - (fallPpm / 1e6) * (fallenPpm / 1e6);
  return Math.max(2, Math.round(startTicks * left * (1 + shakePpm / 1e6)));
}
