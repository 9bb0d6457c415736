import type { AppliedCommand } from '@candor/journal';
import type { IndexEvent, KernelView } from '@candor/kernel';
import { INDEX_STALE_MS, indexPrice, PRACTICE_QUORUM, REAL_QUORUM } from '@candor/prices';
import type { Check } from './check.ts';
import { VenueQuotes } from './venue-quotes.ts';

/** Recomputes every index that was told from the venues' raw quotes in the journal. */
export class IndexCheck implements Check {
  readonly name = 'index prices';
  count = 0;
  private readonly venues = new VenueQuotes();

  see(command: AppliedCommand, view: KernelView, report: (what: string) => void): void {
    if (!this.venues.see(command)) return;
    for (const event of command.events)
      if (event.type === 'index') this.recompute(event, command.envelope.timeMs, view, report);
  }

  private recompute(
    event: IndexEvent,
    nowMs: number,
    view: KernelView,
    report: (what: string) => void,
  ): void {
    this.count += 1;
    const { venues } = this;
    const inputs = venues
      .now(event.symbolId)
      .map((quote) => ({ ...quote, weightPpm: venues.weightOf(quote.venueId) }));
    const quorum = view.mode === 'real' ? REAL_QUORUM : PRACTICE_QUORUM;
    const found = indexPrice(inputs, nowMs, { staleMs: INDEX_STALE_MS, quorum });
    if (found.priceTicks !== event.priceTicks || found.venuesUsed !== event.venuesUsed)
      report(
        `The index of symbol ${event.symbolId} at tick ${event.tickNo} is stated as ${event.priceTicks}; ` +
          `the venues' quotes give ${found.priceTicks}.`,
      );
  }
}
