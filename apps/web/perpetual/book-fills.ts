import type { Level } from '@candor/api';
import type { PreviewFill } from '@candor/rules';

/** A price at which the user rests and how much of it: nobody trades with an order of their own. */
export interface OwnLevel {
  readonly price: string;
  readonly quantity: string;
}

/**
 * The side of a contract's book that an order would hit, best first, as fills in whole contracts and ticks; without the
 * user's own orders, which are cancelled and not filled.
 */
export function bookFills(
  levels: readonly Level[],
  own: readonly OwnLevel[],
  ticksOf: (price: string) => number,
): PreviewFill[] {
  const mine = new Map<number, number>();
  for (const { price, quantity } of own) {
    const ticks = ticksOf(price);
    mine.set(ticks, (mine.get(ticks) ?? 0) + Number(quantity));
  }
  return levels.flatMap(([price, quantity]) => {
    const priceTicks = ticksOf(price);
    const lots = Math.trunc(Number(quantity)) - (mine.get(priceTicks) ?? 0);
    return lots > 0 && priceTicks > 0 ? [{ lots, priceTicks }] : [];
  });
}
