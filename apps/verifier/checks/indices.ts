import type { AppliedCommand } from '@candor/journal';
import type { IndexEvent, IndexTick, KernelView } from '@candor/kernel';
import { INDEX_STALE_MS, indexPrice, PRACTICE_QUORUM, REAL_QUORUM, type VenueInput } from '@candor/prices';
import type { Check } from './check.ts';

interface Held extends VenueInput {
  readonly venueId: number;
}

/** Recomputes every index that was told from the venues' raw quotes in the journal. */
export class IndexCheck implements Check {
  readonly name = 'index prices';
  count = 0;
  private readonly weights = new Map<number, number>();
  private readonly quotes = new Map<number, Map<number, Held>>();

  see(command: AppliedCommand, view: KernelView, report: (what: string) => void): void {
    const { body, timeMs } = command.envelope;
    if (!command.outcome.ok) return;
    if (body.type === 'setVenue') this.weights.set(body.venueId, body.weightPpm);
    if (body.type !== 'indexTick') return;
    this.hold(body, timeMs);
    for (const event of command.events)
      if (event.type === 'index') this.recompute(event, timeMs, view, report);
  }

  private hold(tick: IndexTick, nowMs: number): void {
    for (const { venueId, symbolId, bidTicks, askTicks, venueTimeMs } of tick.quotes) {
      const venues = this.quotes.get(symbolId) ?? new Map<number, Held>();
      this.quotes.set(symbolId, venues);
      const timeMs = Math.min(venueTimeMs, nowMs);
      venues.set(venueId, { venueId, bidTicks, askTicks, timeMs, weightPpm: 0 });
    }
  }

  private recompute(
    event: IndexEvent,
    nowMs: number,
    view: KernelView,
    report: (what: string) => void,
  ): void {
    this.count += 1;
    const inputs = [...(this.quotes.get(event.symbolId)?.values() ?? [])].map((quote) => ({
      ...quote,
      weightPpm: this.weights.get(quote.venueId) ?? 0,
    }));
    const quorum = view.mode === 'real' ? REAL_QUORUM : PRACTICE_QUORUM;
    const found = indexPrice(inputs, nowMs, { staleMs: INDEX_STALE_MS, quorum });
    if (found.priceTicks !== event.priceTicks || found.venuesUsed !== event.venuesUsed)
      report(
        `The index of symbol ${event.symbolId} at tick ${event.tickNo} is stated as ${event.priceTicks}; ` +
          `the venues' quotes give ${found.priceTicks}.`,
      );
  }
}
