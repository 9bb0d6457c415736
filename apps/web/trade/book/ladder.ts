import { formatDecimal, parseDecimal } from '@candor/money';

/** [price, quantity, the house's part of the quantity], decimal strings, best first. */
export type BookLevel = readonly [price: string, quantity: string, houseQuantity: string];

export interface LadderRow {
  readonly price: string;
  readonly quantity: string;
  /** Quantity of this row and of all better ones. */
  readonly cumulative: string;
  /** Cumulative quantity as a share of the deepest row shown, 0 to 1. For the bar only. */
  readonly share: number;
  /** All of the row is the house's. */
  readonly house: boolean;
}

export interface LadderScale {
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Rows are grouped to multiples of this, in 10^-priceDecimals. */
  readonly groupUnits: bigint;
}

function exact(text: string, decimals: number): bigint {
  const units = parseDecimal(text, decimals);
  if (units === null) throw new RangeError(`not a decimal with at most ${decimals} places: ${text}`);
  return units;
}

/** The multiple of the group that a price falls under: bids down, asks up, so that no group looks better than it is. */
export function groupOf(priceUnits: bigint, groupUnits: bigint, side: 'bid' | 'ask'): bigint {
  const floor = (priceUnits / groupUnits) * groupUnits;
  return side === 'bid' || floor === priceUnits ? floor : floor + groupUnits;
}

/**
 * The best `rows` groups of one side of the book, best first.
 * Throws RangeError when a level is not in the symbol's decimals.
 */
export function buildLadder(
  levels: readonly BookLevel[],
  side: 'bid' | 'ask',
  scale: LadderScale,
  rows: number,
): readonly LadderRow[] {
  const groups: { price: bigint; quantity: bigint; house: bigint }[] = [];
  for (const [price, quantity, house] of levels) {
    const group = groupOf(exact(price, scale.priceDecimals), scale.groupUnits, side);
    const last = groups.at(-1);
    if (last?.price === group) {
      last.quantity += exact(quantity, scale.quantityDecimals);
      last.house += exact(house, scale.quantityDecimals);
      continue;
    }
    if (groups.length === rows) break;
    groups.push({
      price: group,
      quantity: exact(quantity, scale.quantityDecimals),
      house: exact(house, scale.quantityDecimals),
    });
  }
  const total = groups.reduce((sum, group) => sum + group.quantity, 0n);
  let cumulative = 0n;
  return groups.map((group) => {
    cumulative += group.quantity;
    return {
      price: formatDecimal(group.price, scale.priceDecimals),
      quantity: formatDecimal(group.quantity, scale.quantityDecimals),
      cumulative: formatDecimal(cumulative, scale.quantityDecimals),
      share: total === 0n ? 0 : Number((cumulative * 1000n) / total) / 1000,
      house: group.house === group.quantity,
    };
  });
}

/**
 * The rows of prices that hold still while the book moves: each with what the book has there now, and with all that is
 * better in its cumulative quantity. A price that nothing is left of has a quantity of 0.
 */
export function ladderAt(
  levels: readonly BookLevel[],
  side: 'bid' | 'ask',
  scale: LadderScale,
  prices: readonly string[],
): readonly LadderRow[] {
  const all = buildLadder(levels, side, scale, Number.POSITIVE_INFINITY);
  const zero = formatDecimal(0n, scale.quantityDecimals);
  const rows = prices.map((price) => {
    const units = exact(price, scale.priceDecimals);
    const reached = all.filter((row) => {
      const at = exact(row.price, scale.priceDecimals);
      return side === 'ask' ? at <= units : at >= units;
    });
    const own = reached.at(-1)?.price === price ? reached.at(-1) : undefined;
    return {
      price,
      quantity: own?.quantity ?? zero,
      cumulative: reached.at(-1)?.cumulative ?? zero,
      house: own?.house ?? false,
    };
  });
  const deepest = exact(rows.at(-1)?.cumulative ?? zero, scale.quantityDecimals);
  return rows.map((row) => ({
    ...row,
    share:
      deepest === 0n ? 0 : Number((exact(row.cumulative, scale.quantityDecimals) * 1000n) / deepest) / 1000,
  }));
}

/** The groupings offered for a symbol: its tick times 1, 10, 50, 100 and 1000, in 10^-priceDecimals. */
export function groupingChoices(tickUnits: bigint): readonly bigint[] {
  return [1n, 10n, 50n, 100n, 1000n].map((factor) => tickUnits * factor);
}

/** Best ask less best bid, and that as parts per million of the ask; null while a side is empty. */
export function spreadOf(
  bids: readonly BookLevel[],
  asks: readonly BookLevel[],
  priceDecimals: number,
): { readonly spread: string; readonly ppm: number } | null {
  const bid = bids[0];
  const ask = asks[0];
  if (bid === undefined || ask === undefined) return null;
  const askUnits = exact(ask[0], priceDecimals);
  const spread = askUnits - exact(bid[0], priceDecimals);
  return { spread: formatDecimal(spread, priceDecimals), ppm: Number((spread * 1_000_000n) / askUnits) };
}
