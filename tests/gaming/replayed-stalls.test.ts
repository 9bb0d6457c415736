import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { QUOTE_TICKS } from '../../apps/server/trading/maker/quoting.ts';
import {
  greatestMoves,
  type Moment,
  ReplayedMarket,
  recordedMoments,
  type Stalled,
  type Taken,
} from './replayed.ts';

/** Long enough for both makers to quote at their own rhythm before the stall. */
const LEAD = 16;
const MOMENTS = 12;
/** Steps of 250 ms. */
const SHORT = [2, 5, 7];
const LONG = [QUOTE_TICKS, 12, 20];

let moments: Moment[];

beforeAll(async () => {
  // the maker's turns are those that it is woken for
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  moments = await recordedMoments('spot');
});
afterAll(() => {
  vi.useRealTimers();
});

const cases = (['spot', 'contracts'] as const).flatMap((product) =>
  (['recorder', 'core', 'house'] as const).map((stalled) => [product, stalled] as const),
);

/** Returns what is taken first after stalls that end where the recorded price went furthest within them. */
async function takenAfter(
  product: 'spot' | 'contracts',
  stalled: Stalled,
  steps: number,
  hasEnds = true,
): Promise<{ readonly at: number; readonly taken: readonly Taken[] }[]> {
  const found: { at: number; taken: readonly Taken[] }[] = [];
  for (const at of greatestMoves(moments, steps, LEAD, MOMENTS)) {
    const market = new ReplayedMarket(moments, product, hasEnds);
    const taken = await market.takeAfter(stalled, at - steps, steps, LEAD);
    await market.stop();
    expect(market.trouble).toEqual([]);
    found.push({ at, taken });
  }
  return found;
}

const gainOf = (runs: readonly { readonly taken: readonly Taken[] }[]) =>
  runs.flatMap(({ taken }) => taken).reduce((sum, { lots, gainTicks }) => sum + lots * gainTicks, 0);

/** Returns how far the venue's price went in favour of `side` since any tick whose quote still stands. */
function reach(at: number, side: 'buy' | 'sell'): number {
  const price = ({ bid, ask }: Moment) => (side === 'buy' ? bid : -ask);
  const since = moments.slice(at - QUOTE_TICKS, at + 1).map(price);
  return price(moments[at]!) - Math.min(...since);
}

describe.each(cases)(
  'on a recording, in %s, whoever acts first after a stall of the %s',
  (product, stalled) => {
    test.each(LONG)(
      'of %d ticks takes nothing from the house, and would without ends of quotes',
      async (steps) => {
        expect((await takenAfter(product, stalled, steps)).flatMap(({ taken }) => taken)).toEqual([]);
        expect(gainOf(await takenAfter(product, stalled, steps, false))).toBeGreaterThan(0);
      },
    );

    test.each(SHORT)(
      'of %d ticks takes no quote past its tick, and gains what the ticks before it moved',
      async (steps) => {
        const runs = await takenAfter(product, stalled, steps);
        for (const { at, taken } of runs)
          for (const { side, gainTicks, tickNo, endTickNo } of taken) {
            expect(tickNo).toBeLessThan(endTickNo!);
            expect(gainTicks).toBeLessThanOrEqual(reach(at, side));
          }
        // a tick of before a second says that the core was held up, and ends all quotes
        if (stalled === 'core' && steps > 5) expect(gainOf(runs)).toBe(0);
        else expect(gainOf(runs)).toBeGreaterThan(0);
      },
    );
  },
);
