import { parseDecimal } from '@candor/money';

const SCALE = 8;

/** Returns how far a volume is from one tier's floor to the next one's: whole percent from 0 to 100, rounded down. */
export function partOfWay(volume: string, floor: string, next: string): number {
  const [at, from, to] = [volume, floor, next].map((text) => parseDecimal(text, SCALE) ?? 0n) as [
    bigint,
    bigint,
    bigint,
  ];
  if (to <= from) return 100;
  const percent = ((at - from) * 100n) / (to - from);
  return Number(percent < 0n ? 0n : percent > 100n ? 100n : percent);
}
