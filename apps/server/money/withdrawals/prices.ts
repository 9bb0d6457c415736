import { ChainError } from '@candor/chains';
import { hasPassed } from '../../base/work/elapsed.ts';

/** Price that a network asks for a payment now, as far as it can be trusted. */
export interface Prices<Price> {
  /** The newest estimate that is within its bounds, or the last one that was for as long as it lives; null without one. */
  read(): Promise<Price | null>;
}

export interface PriceTerms<Price> {
  /** Asks the node; null where it has no estimate. */
  readonly ask: () => Promise<Price | null>;
  readonly worthOf: (price: Price) => bigint;
  /** Bounds of any estimate. */
  readonly least: bigint;
  readonly most: bigint;
  /** An estimate so many times above or below the last good one is not believed while that one lives. */
  readonly mostTimes: bigint | null;
  readonly livesMs: number;
  readonly alarm: (line: string) => void;
  readonly now: () => number;
}

/**
 * Reads a network's price. No estimate is no price: a node that has none, or an absurd one, neither sends payments for next to
 * nothing nor makes them dear.
 */
export function keepPrice<Price>(terms: PriceTerms<Price>): Prices<Price> {
  const { ask, worthOf, least, most, mostTimes, livesMs, alarm, now } = terms;
  let last: { readonly price: Price; readonly atMs: number } | null = null;

  const living = () => (last !== null && !hasPassed(last.atMs, livesMs, now()) ? last.price : null);
  const isTrusted = (price: Price): boolean => {
    const value = worthOf(price);
    if (value < least || value > most) return false;
    const before = living();
    if (before === null || mostTimes === null) return true;
    return value <= worthOf(before) * mostTimes && value * mostTimes >= worthOf(before);
  };

  return {
    async read() {
      const price = await ask().catch((error: unknown) => {
        if (error instanceof ChainError && error.code === 'NODE_REFUSED') return null;
        throw error;
      });
      if (price !== null && isTrusted(price)) {
        last = { price, atMs: now() };
        return price;
      }
      const kept = living();
      alarm(
        `${price === null ? 'The node has no estimate of the price' : `An estimate of ${worthOf(price)} is not believed`}: ${
          kept === null ? 'payments wait for one' : `the last good one, ${worthOf(kept)}, is kept for a while`
        }`,
      );
      return kept;
    },
  };
}
