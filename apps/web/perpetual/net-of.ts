import type { ClosedPositionRow } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';

const USDT_SCALE = 8;

/** Returns what a position brought its owner in all: its result less its fees, with the funding. */
export function netOf({ realisedPnl, fees, funding }: ClosedPositionRow): string {
  const units = (amount: string) => {
    const read = parseDecimal(amount, USDT_SCALE, { signed: true });
    if (read === null) throw new RangeError(`${amount} is no amount of USDT`);
    return read;
  };
  return formatDecimalTrimmed(units(realisedPnl) - units(fees) + units(funding), USDT_SCALE);
}
