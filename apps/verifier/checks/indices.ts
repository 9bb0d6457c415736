import type { AppliedCommand } from '@candor/journal';
import type { IndexEvent, KernelEvent, KernelView } from '@candor/kernel';
import { INDEX_STALE_MS, indexPrice, LATE_TICK_MS, PRACTICE_QUORUM, REAL_QUORUM } from '@candor/prices';
import type { Check } from './check.ts';
import { VenueQuotes } from './venue-quotes.ts';

/** Events that no late tick may cause: it settles second contracts and ends quotes of the house, and nothing else. */
const NEVER_LATE: ReadonlySet<KernelEvent['type']> = new Set([
  'index',
  'trade',
  'marginCall',
  'marginSale',
  'triggerFired',
  'perpetualMark',
  'perpetualTrade',
  'perpetualWarning',
  'perpetualOrderTriggered',
]);

/** Recomputes every published index from the venues' raw quotes in the journal. */
export class IndexCheck implements Check {
  readonly name = 'index prices';
  count = 0;
  private readonly venues = new VenueQuotes();

  see(command: AppliedCommand, view: KernelView, report: (what: string) => void): void {
    const { chainedMs: previousMs } = this.venues;
    if (!this.venues.see(command)) return;
    const { seq, timeMs } = command.envelope;
    if (this.venues.chainedMs < previousMs) report(`The tick of command ${seq} was chained before the last.`);
    if (timeMs - this.venues.chainedMs > LATE_TICK_MS) {
      for (const { type } of command.events)
        if (NEVER_LATE.has(type)) report(`The late tick of command ${seq} brought ${type} about.`);
      return;
    }
    for (const event of command.events)
      if (event.type === 'index') this.recompute(event, timeMs, view, report);
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
