import type { Direction, SecondsResult, TickQuote, VenueWeight, WouldHave } from '@candor/rules';

/** Terms that the exchange agreed to when it accepted a contract. Amounts are decimal text, prices whole ticks. */
export interface SecondTicket {
  /** Formula that settles it, by its number. */
  readonly formula: number;
  readonly contractId: number;
  readonly userId: number;
  readonly symbol: string;
  /** One tick of a price, in quote coins. */
  readonly tickSize: string;
  readonly direction: Direction;
  readonly periodS: number;
  /** Whole coins of the stake coin. */
  readonly quantity: number;
  readonly coin: string;
  /** Decimals of that coin. */
  readonly coinScale: number;
  readonly stake: string;
  /** Payout beside the stake for a winner, in parts per million of the stake; `payout` is the same in coins. */
  readonly payoutPpm: number;
  readonly payout: string;
  /** The part of contracts that must win for nothing to be lost, in parts per million. */
  readonly breakEvenPpm: number;
  readonly acceptedMs: number;
  /** The journal's sequence number of the acceptance. */
  readonly journalSeq: number;
  readonly openTickNo: number;
  readonly closeTickNos: readonly number[];
  readonly weights: readonly VenueWeight[];
  /** Fewer venues than this make no index. */
  readonly quorum: number;
  /** Party that pays a winner and keeps what is lost. */
  readonly counterparty: 'house pool';
  /** Practice: whoever holds the simulator's seed knows the outcome. */
  readonly simulated: boolean;
}

/** The terms that a settlement follows from: those of a ticket without its owner and its place. */
export type SettledTerms = Omit<SecondTicket, 'userId' | 'contractId' | 'journalSeq'>;

/** The index at one tick as it was settled by, with the venues' raw quotes. */
export interface SecondReading {
  readonly tickNo: number;
  /** The journaled tick whose quotes these are; 0 where the chain had a gap and there are none. */
  readonly sourceTickNo: number;
  /** In ticks of the symbol; null when stale. */
  readonly priceTicks: number | null;
  readonly quotes: readonly TickQuote[];
}

/** All that settled a contract, whoever owned it. */
export interface SettledReceipt {
  readonly ticket: SettledTerms;
  readonly opening: SecondReading;
  /** Empty where the opening was void. */
  readonly closing: readonly SecondReading[];
  readonly closeTicks: number | null;
  readonly result: SecondsResult;
  /** Result that a void contract would have had. */
  readonly wouldHave: WouldHave | null;
  /** Amount paid to the user, the stake included, in coins. */
  readonly paid: string;
}

/** All that settled a contract, with its owner's ticket. */
export interface SecondReceipt extends SettledReceipt {
  readonly ticket: SecondTicket;
}
