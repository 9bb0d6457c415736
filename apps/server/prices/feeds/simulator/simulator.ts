import type { FeedSink, FeedStatus, FeedVenue, MarketFeed, PastCandles } from '../types.ts';
import { simulatedMinutes, simulatedPast } from './past.ts';
import { BOOK_LEVELS, SimulatedMarket } from './simulated-market.ts';
import { STEP_MS } from './walk.ts';

/** Three venues that do not exist, of equal weight: none weighs half. */
export const SIMULATED_VENUES: readonly FeedVenue[] = [
  { venueId: 1, name: 'Simulated A', weightPpm: 333_333 },
  { venueId: 2, name: 'Simulated B', weightPpm: 333_333 },
  { venueId: 3, name: 'Simulated C', weightPpm: 333_333 },
];

const PRIMARY_VENUE_ID = 1;

/** After a pause of the machine, trades of at most this long are made up for; the books come from now only. */
const MAX_CATCH_UP_MS = 60_000;
const BREATHE_EVERY_MS = 12;

/**
 * The simulated market as a feed. `seed` is 32 secret bytes; whoever has them knows every price to come. The same
 * seed and clock give the same market.
 */
export function createSimulator(seed: Uint8Array, now: () => number): MarketFeed {
  const market = new SimulatedMarket(seed, SIMULATED_VENUES.length);
  let timer: NodeJS.Timeout | null = null;
  let lastStep = 0;
  let phase: FeedStatus['phase'] = 'starting';

  const step = (sink: FeedSink): void => {
    const timeMs = now();
    const newest = Math.floor(timeMs / STEP_MS);
    if (newest <= lastStep) return;
    const from = Math.max(lastStep + 1, newest - MAX_CATCH_UP_MS / STEP_MS);
    lastStep = newest;
    for (const symbol of market.symbols) {
      for (const [venue, { venueId }] of SIMULATED_VENUES.entries()) {
        for (let at = from; at <= newest; at++) {
          const marketTimeMs = at * STEP_MS;
          for (const trade of market.trades(symbol, venue, marketTimeMs)) {
            sink.trade({ ...trade, venueId, symbol, marketTimeMs });
          }
        }
        // The index needs only the best prices of the other venues; nobody mirrors their books.
        const levels = venueId === PRIMARY_VENUE_ID ? BOOK_LEVELS : 1;
        sink.book({ venueId, symbol, timeMs, ...market.book(symbol, venue, newest * STEP_MS, levels) });
      }
    }
  };

  /** On the grid, in the turn in which the recorder makes its tick, and after that: the process wakes once for both. */
  const again = (sink: FeedSink): void => {
    timer = setTimeout(
      () => {
        again(sink);
        setImmediate(() => timer !== null && step(sink));
      },
      STEP_MS - (now() % STEP_MS),
    );
  };

  return {
    kind: 'simulator',
    source: 'simulator',
    symbols: market.symbols,
    candleFolders: [],
    venues: SIMULATED_VENUES,
    primaryVenueId: PRIMARY_VENUE_ID,
    async start(sink) {
      lastStep = Math.floor(now() / STEP_MS) - 1;
      phase = 'running';
      step(sink);
      again(sink);
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      phase = 'stopped';
    },
    status: () => ({
      kind: 'simulator',
      phase,
      note: 'Simulated prices: whoever holds the seed knows the outcome.',
      marketTimeMs: now(),
      round: 1,
      venues: SIMULATED_VENUES.map(({ venueId, name }) => ({
        venueId,
        name,
        connected: phase === 'running',
      })),
    }),
    marketTimeMs: now,
    openMinutes: () => simulatedMinutes(market, now()),
    past: (sinceMs) => breathe(simulatedPast(market, sinceMs, now())),
  };
}

/** Lets other work go on between the pieces. */
async function* breathe(pieces: Iterable<PastCandles>): AsyncGenerator<PastCandles> {
  let since = performance.now();
  for (const piece of pieces) {
    yield piece;
    if (performance.now() - since < BREATHE_EVERY_MS) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}
