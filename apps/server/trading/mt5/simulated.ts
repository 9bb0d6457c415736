import { createHash } from 'node:crypto';
import { DAY_MS, inOrder, type Mt5Feed } from './mt5-feed.ts';

interface Anchor {
  /** The price around which it moves, in steps of its last decimal. */
  readonly steps: bigint;
  readonly decimals: number;
}

const ANCHORS: Readonly<Record<string, Anchor>> = {
  XAUUSD: { steps: 265_000n, decimals: 2 },
  EURUSD: { steps: 104_000n, decimals: 5 },
  GBPUSD: { steps: 125_300n, decimals: 5 },
  AUDUSD: { steps: 62_100n, decimals: 5 },
  USDCAD: { steps: 143_800n, decimals: 5 },
  USDCHF: { steps: 90_600n, decimals: 5 },
  USDJPY: { steps: 157_100n, decimals: 3 },
  EURGBP: { steps: 83_000n, decimals: 5 },
  EURJPY: { steps: 163_400n, decimals: 3 },
  GBPJPY: { steps: 196_800n, decimals: 3 },
};

/** Pairs of the currencies that values are shown in: known, and not listed. */
const RATES: Readonly<Record<string, Anchor>> = {
  USDCNY: { steps: 729_900n, decimals: 5 },
  USDHKD: { steps: 776_600n, decimals: 5 },
  USDKRW: { steps: 147_400n, decimals: 2 },
  USDTHB: { steps: 3_434_000n, decimals: 5 },
  USDBRL: { steps: 618_400n, decimals: 5 },
  USDTWD: { steps: 3_278_000n, decimals: 5 },
  USDVND: { steps: 2_548_000n, decimals: 2 },
  USDRUB: { steps: 10_150_000n, decimals: 5 },
};
const KNOWN = { ...ANCHORS, ...RATES };

/** Moves of different lengths add up: each goes straight from one random height to the next. */
const WAVES = [
  { lengthMs: 7 * DAY_MS, ppm: 12_000n },
  { lengthMs: DAY_MS, ppm: 4_000n },
  { lengthMs: 3_600_000, ppm: 900n },
  { lengthMs: 300_000, ppm: 250n },
  { lengthMs: 15_000, ppm: 60n },
  { lengthMs: 1_000, ppm: 15n },
] as const;
const PPM = 1_000_000n;
const HALF = 2n ** 31n;

/**
 * Made-up prices: a function of the journal's public seed hash, the coin and the time, in whole numbers. Anybody can
 * reckon them ahead, so nothing may ever trade at them.
 */
export function simulatedMt5(seedHash: string): Mt5Feed {
  const height = (coin: string, wave: number, index: number): bigint => {
    const digest = createHash('sha256').update(`mt5 ${seedHash} ${coin} ${wave} ${index}`).digest();
    return BigInt(digest.readUInt32BE(0)) - HALF;
  };
  const stepsAt = (coin: string, { steps }: Anchor, timeMs: number): bigint => {
    let offset = 0n;
    for (const [wave, { lengthMs, ppm }] of WAVES.entries()) {
      const index = Math.floor(timeMs / lengthMs);
      const length = BigInt(lengthMs);
      const into = BigInt(timeMs - index * lengthMs);
      const between = height(coin, wave, index) * (length - into) + height(coin, wave, index + 1) * into;
      offset += (steps * ppm * between) / (PPM * HALF * length);
    }
    return steps + offset;
  };
  return {
    source: 'simulator',
    coins: inOrder(Object.keys(ANCHORS)),
    priceAt(coin, nowMs) {
      const anchor = Object.hasOwn(KNOWN, coin) ? KNOWN[coin] : undefined;
      if (anchor === undefined) return null;
      const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
      const amount = stepsAt(coin, anchor, nowMs);
      return { amount, open: stepsAt(coin, anchor, dayMs), decimals: anchor.decimals, marketMs: nowMs };
    },
  };
}
