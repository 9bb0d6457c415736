import { formatDecimalTrimmed, parseDecimal } from '@candor/money';

const RATE_SCALE = 8;

/** A part of one as percent: 0.0005 is 0.05. */
export const percentOf = (rate: string): string =>
  formatDecimalTrimmed((parseDecimal(rate, RATE_SCALE) ?? 0n) * 100n, RATE_SCALE);
