import type { AppliedCommand } from '@candor/journal';
import type { KernelView, SecondAcceptedEvent, SecondEndedEvent } from '@candor/kernel';
import {
  closingPrice,
  closingTicks,
  openingTick,
  payoutOf,
  secondsIndex,
  secondsPayment,
  secondsResult,
} from '@candor/rules';
import type { Check } from './check.ts';
import { VenueQuotes } from './venue-quotes.ts';

type Report = (what: string) => void;
type SecondTerms = SecondAcceptedEvent['terms'];
type TickReading = SecondEndedEvent['opening'];

/**
 * Settles every second contract again: its ticks follow from the time of its acceptance, their prices from the venues'
 * raw quotes in the journal, the end from the prices, the payment from the terms.
 */
export class SecondsCheck implements Check {
  readonly name = 'second contracts';
  count = 0;
  private readonly venues = new VenueQuotes();
  private readonly open = new Map<number, { terms: SecondTerms; opening: TickReading | null }>();

  see(command: AppliedCommand, _view: KernelView, report: Report): void {
    this.venues.see(command);
    for (const event of command.events) {
      if (event.type === 'secondAccepted') this.accepted(event, command, report);
      else if (event.type === 'secondOpened') {
        const contract = this.open.get(event.contractId);
        if (contract === undefined) report(`Contract ${event.contractId} opened and was never accepted.`);
        else {
          contract.opening = event.opening;
          this.reading(contract.terms, event.opening, contract.terms.openTickNo, report);
        }
      } else if (event.type === 'secondEnded') this.ended(event, report);
    }
  }

  private accepted({ terms }: SecondAcceptedEvent, { envelope }: AppliedCommand, report: Report): void {
    const { contractId } = terms;
    this.open.set(contractId, { terms, opening: null });
    if (terms.acceptedMs !== envelope.timeMs)
      report(`Contract ${contractId} states another time of acceptance than its command has.`);
    if (terms.openTickNo !== openingTick(terms.acceptedMs))
      report(
        `Contract ${contractId} opens at tick ${terms.openTickNo}, not at ${openingTick(terms.acceptedMs)}.`,
      );
    const closeTickNo = closingTicks(terms.openTickNo, terms.periodS).at(-1);
    if (terms.closeTickNo !== closeTickNo)
      report(`Contract ${contractId} closes at tick ${terms.closeTickNo}, not at ${closeTickNo}.`);
    if (terms.payout !== payoutOf(terms.stake, terms.payoutPpm))
      report(
        `Contract ${contractId} pays ${terms.payout}; its rate gives ${payoutOf(terms.stake, terms.payoutPpm)}.`,
      );
    for (const { venueId, weightPpm } of terms.weights)
      if (weightPpm !== this.venues.weightOf(venueId))
        report(`Contract ${contractId} gives venue ${venueId} another weight than was in force.`);
  }

  /** A tick counts with the quotes of the last one that was journaled up to it; one that nobody chained has no price. */
  private reading(terms: SecondTerms, reading: TickReading, tickNo: number, report: Report): void {
    const { contractId, symbolId, weights, quorum } = terms;
    const wrong = (why: string) => report(`Contract ${contractId}, tick ${reading.tickNo}: ${why}.`);
    if (reading.tickNo !== tickNo) {
      wrong(`it should be tick ${tickNo}`);
      return;
    }
    if (reading.sourceTickNo === 0) {
      if (reading.priceTicks !== null) wrong('nobody chained it, and yet it has a price');
      return;
    }
    const source = this.venues.at(tickNo, symbolId);
    if (source === null || source.tickNo !== reading.sourceTickNo) {
      wrong(`its quotes are said to be of tick ${reading.sourceTickNo}, the journal says ${source?.tickNo}`);
      return;
    }
    if (!sameQuotes(source.quotes, reading.quotes)) wrong('its quotes are not those of the journal');
    const { priceTicks } = secondsIndex(source.quotes, weights, tickNo, quorum);
    if (priceTicks !== reading.priceTicks)
      wrong(`its price is stated as ${reading.priceTicks}; the venues' quotes give ${priceTicks}`);
  }

  private ended(event: SecondEndedEvent, report: Report): void {
    const { contractId, opening, closing } = event;
    const contract = this.open.get(contractId);
    this.open.delete(contractId);
    if (contract === undefined) {
      report(`Contract ${contractId} ended and was never accepted.`);
      return;
    }
    this.count += 1;
    const { terms } = contract;
    if (contract.opening === null) this.reading(terms, opening, terms.openTickNo, report);
    else if (opening.priceTicks !== contract.opening.priceTicks)
      report(`Contract ${contractId} ends with another opening price than it opened with.`);
    const due = closingTicks(terms.openTickNo, terms.periodS);
    closing.forEach((reading, at) => {
      this.reading(terms, reading, due[at] ?? 0, report);
    });
    if (opening.priceTicks !== null && closing.length !== due.length)
      report(`Contract ${contractId} ends on ${closing.length} closing ticks instead of ${due.length}.`);
    const closeTicks = closingPrice(closing.map(({ priceTicks }) => priceTicks));
    const result = secondsResult(terms.direction, opening.priceTicks, closeTicks);
    const { toUser } = secondsPayment(result, terms.stake, terms.payout);
    if (closeTicks !== event.closeTicks || result !== event.result)
      report(`Contract ${contractId} is stated as ${event.result}; its prices give ${result}.`);
    if (toUser !== event.paid) report(`Contract ${contractId} paid ${event.paid}; its terms give ${toUser}.`);
  }
}

function sameQuotes(journaled: TickReading['quotes'], stated: TickReading['quotes']): boolean {
  if (journaled.length !== stated.length) return false;
  return journaled.every((quote, at) => {
    const other = stated[at];
    return (
      other !== undefined &&
      other.venueId === quote.venueId &&
      other.bidTicks === quote.bidTicks &&
      other.askTicks === quote.askTicks &&
      other.timeMs === quote.timeMs
    );
  });
}
