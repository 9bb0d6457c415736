import type { AppliedCommand } from '@candor/journal';
import type { TickQuote, VenueWeight } from '@candor/rules';

interface Tick {
  readonly tickNo: number;
  readonly quotes: ReadonlyMap<number, readonly TickQuote[]>;
}

/** A settlement looks back some seconds at most: so many ticks of the 250 ms grid, and more. */
const KEPT_TICKS = 200;

/** The venues' quotes, from the journal's raw index ticks alone: now, and at each of the last ticks. */
export class VenueQuotes {
  private readonly weights = new Map<number, number>();
  private readonly held = new Map<number, Map<number, TickQuote>>();
  private readonly ticks: Tick[] = [];
  /** Time at which the last tick was chained: a time ahead of its command's counts as that. */
  chainedMs = 0;

  /** Takes over a command's quotes and weights of venues. Returns true if it was an index tick that counted. */
  see({ envelope, outcome }: AppliedCommand): boolean {
    const { body, timeMs } = envelope;
    if (!outcome.ok) return false;
    if (body.type === 'setVenue') this.weights.set(body.venueId, body.weightPpm);
    if (body.type !== 'indexTick') return false;
    const chainedMs = Math.min(body.chainedMs ?? timeMs, timeMs);
    this.chainedMs = chainedMs;
    for (const { venueId, symbolId, bidTicks, askTicks, venueTimeMs } of body.quotes) {
      const venues = new Map(this.held.get(symbolId));
      venues.set(venueId, { venueId, bidTicks, askTicks, timeMs: Math.min(venueTimeMs, chainedMs) });
      this.held.set(symbolId, venues);
    }
    const quotes = new Map<number, readonly TickQuote[]>();
    for (const [symbolId, venues] of this.held) quotes.set(symbolId, byVenue(venues));
    this.ticks.push({ tickNo: body.tickNo, quotes });
    if (this.ticks.length > KEPT_TICKS) this.ticks.shift();
    return true;
  }

  now(symbolId: number): readonly TickQuote[] {
    return byVenue(this.held.get(symbolId) ?? new Map<number, TickQuote>());
  }

  weightOf(venueId: number): number {
    return this.weights.get(venueId) ?? 0;
  }

  allWeights(): VenueWeight[] {
    return [...this.weights].map(([venueId, weightPpm]) => ({ venueId, weightPpm }));
  }

  /** The last journaled tick up to this one, and a symbol's quotes at it; null before the first that is kept. */
  at(tickNo: number, symbolId: number): { tickNo: number; quotes: readonly TickQuote[] } | null {
    const tick = this.ticks.findLast((one) => one.tickNo <= tickNo);
    return tick === undefined ? null : { tickNo: tick.tickNo, quotes: tick.quotes.get(symbolId) ?? [] };
  }
}

function byVenue(venues: ReadonlyMap<number, TickQuote>): TickQuote[] {
  return [...venues.values()].sort((a, b) => a.venueId - b.venueId);
}
