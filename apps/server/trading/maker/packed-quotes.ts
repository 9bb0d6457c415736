import type { QuoteLevel } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';

/** Numbers of a quote: its symbol, its price in ticks, which is negative for a sale, and its lots. */
const NUMBERS = 3;

/** Quotes of several symbols as they cross the line to the core: as objects they take ten times as long. */
export type PackedQuotes = Float64Array;

/** Packs quotes with the symbols that they rest in. */
export function packQuotes(
  quotes: readonly (readonly [symbolId: number, level: QuoteLevel])[],
): PackedQuotes {
  const numbers = new Float64Array(NUMBERS * quotes.length);
  let at = 0;
  for (const [symbolId, { side, priceTicks, lots }] of quotes) {
    numbers[at] = symbolId;
    numbers[at + 1] = side === 'buy' ? priceTicks : -priceTicks;
    numbers[at + 2] = lots;
    at += NUMBERS;
  }
  return numbers;
}

/** The inverse of `packQuotes`, by symbol. */
export function unpackQuotes(packed: PackedQuotes): Map<number, QuoteLevel[]> {
  const bySymbol = new Map<number, QuoteLevel[]>();
  for (let at = 0; at < packed.length; at += NUMBERS) {
    const symbolId = packed[at]!;
    const price = packed[at + 1]!;
    const level: QuoteLevel = {
      side: price > 0 ? 'buy' : 'sell',
      priceTicks: Math.abs(price) as PriceTicks,
      lots: packed[at + 2] as Lots,
    };
    const levels = bySymbol.get(symbolId);
    if (levels === undefined) bySymbol.set(symbolId, [level]);
    else levels.push(level);
  }
  return bySymbol;
}
