import type { Amount, PriceTicks } from '@candor/money';
import { closingTicks, type Direction, type TickQuote, type VenueWeight } from '@candor/rules';
import {
  amount,
  count,
  type Field,
  list,
  number,
  oneOf,
  optional,
  priceTicks,
  record,
  text,
} from '../../codec/fields.ts';

/**
 * The index at one tick of the grid with all that it was made of. `sourceTickNo` is the journaled tick whose quotes
 * count: the tick itself or, where it has no command of its own, the last one before; 0 when the chain had a gap.
 */
export interface TickReading {
  readonly tickNo: number;
  readonly sourceTickNo: number;
  /** Null when below quorum or not chained. */
  readonly priceTicks: PriceTicks | null;
  /** Ordered by venue. */
  readonly quotes: readonly TickQuote[];
}

/** Terms agreed at acceptance: nothing of them ever changes. */
export interface SecondTerms {
  readonly contractId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly clientOrderId: string | null;
  readonly direction: Direction;
  readonly periodS: number;
  /** Whole coins of the stake asset. */
  readonly quantity: number;
  readonly assetId: number;
  readonly stake: Amount;
  readonly payoutPpm: number;
  /** Payout beside the stake for a winner: reserved from the pool at acceptance. */
  readonly payout: Amount;
  readonly formula: number;
  readonly acceptedMs: number;
  /** The journal's sequence number of the acceptance. */
  readonly acceptedSeq: number;
  readonly openTickNo: number;
  /** The last of the closing ticks. */
  readonly closeTickNo: number;
  /** The venues' weights and the quorum, which later changes do not touch. */
  readonly weights: readonly VenueWeight[];
  readonly quorum: number;
}

/** An open contract: its terms and what was read so far. */
export interface SecondContract {
  readonly terms: SecondTerms;
  /** Null until the opening tick. A contract whose opening is invalid is over at once. */
  opening: TickReading | null;
  readonly closing: TickReading[];
}

/**
 * A contract that ended void without any valid closing tick: the first index after it shows whom the void result
 * served.
 */
export interface Unjudged {
  readonly contractId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly direction: Direction;
  readonly openTicks: PriceTicks;
  readonly closeTickNo: number;
  readonly weights: readonly VenueWeight[];
  readonly quorum: number;
}

/** The tick that a contract waits for. */
export function nextTickOf({ terms, opening, closing }: SecondContract): number {
  if (opening === null) return terms.openTickNo;
  return closingTicks(terms.openTickNo, terms.periodS)[closing.length]!;
}

const direction = oneOf(['up', 'down']);
const weights = list(record<VenueWeight>({ venueId: count, weightPpm: count }));
export const quotesField = list(
  record<TickQuote>({ venueId: count, bidTicks: count, askTicks: count, timeMs: number }),
);
export const readingField = record<TickReading>({
  tickNo: count,
  sourceTickNo: count,
  priceTicks: optional(priceTicks),
  quotes: quotesField,
});

export const contractField: Field<SecondContract> = record<SecondContract>({
  terms: record<SecondTerms>({
    contractId: count,
    userId: count,
    symbolId: count,
    clientOrderId: optional(text),
    direction,
    periodS: count,
    quantity: count,
    assetId: count,
    stake: amount,
    payoutPpm: count,
    payout: amount,
    formula: count,
    acceptedMs: count,
    acceptedSeq: count,
    openTickNo: count,
    closeTickNo: count,
    weights,
    quorum: count,
  }),
  opening: optional(readingField),
  closing: list(readingField) as Field<TickReading[]>,
});

export const unjudgedField: Field<Unjudged> = record<Unjudged>({
  contractId: count,
  userId: count,
  symbolId: count,
  direction,
  openTicks: priceTicks,
  closeTickNo: count,
  weights,
  quorum: count,
});
