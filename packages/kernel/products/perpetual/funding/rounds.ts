import type { ByteReader, ByteWriter } from '../../../codec/bytes.ts';
import { big, count, flag, list, number, record } from '../../../codec/fields.ts';
import type { DueSlice } from '../../../due/due-slice.ts';
import type { ProductPart } from '../../../product.ts';
import { type Funded, FundingRound, type FundingTerms } from '../state/funding-round.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';
import { beginRound, stepRound, visitOf } from './funding.ts';

interface SavedFunded {
  readonly positionId: number;
  readonly userId: number;
  readonly long: boolean;
  readonly lots: number;
}
const funded = { positionId: count, userId: count, long: flag, lots: count };
const round = record({
  symbolId: count,
  terms: record<Omit<FundingTerms, 'wholePpb'>>({
    timeMs: number,
    ratePpb: number,
    markTicks: count,
    premiumPpb: number,
    samples: count,
    expectedSamples: count,
  }),
  lastPositionId: count,
  cursorId: count,
  early: list(count),
  frozen: list(record<SavedFunded>(funded)),
  owed: list(record({ ...funded, notional: big, due: big })),
  isCollecting: flag,
  due: big,
  paid: big,
  credit: big,
  received: big,
  fromInsurance: big,
});
type SavedRound = ReturnType<(typeof round)['read']>;
const rounds = list(round);
const wholeRates = list(record({ symbolId: count, wholePpb: number }));

/**
 * Settles the intervals of funding that ended, a slice with each command: in order of time, symbols of one time in the
 * order of listing. All symbols fix their rates at once; a command's sender pays before anything else is settled.
 */
export class FundingRounds implements ProductPart {
  readonly name = 'perpetual-funding';
  readonly isUrgent = true;
  private readonly perp: PerpetualState;
  private readonly conclude: () => void;

  /** `conclude` is called after positions changed. */
  constructor(perp: PerpetualState, conclude: () => void) {
    this.perp = perp;
    this.conclude = conclude;
  }

  nextDueMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const symbol of this.perp.symbols) next = Math.min(next, this.dueMs(symbol));
    return next;
  }

  onTimeOf(userId: number, nowMs: number): void {
    this.begin(nowMs);
    for (const symbol of this.perp.symbols) visitOf(this.perp, symbol, userId);
    this.conclude();
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    for (let symbol = this.first(nowMs); symbol !== null && slice.take(); symbol = this.first(nowMs)) {
      while (stepRound(this.perp, symbol, this.perp.rounds.get(symbol)!) && slice.take());
    }
    this.conclude();
  }

  /** The symbol whose interval ended first of those that are not settled; null for none. */
  private first(nowMs: number): PerpetualSymbol | null {
    this.begin(nowMs);
    let first: PerpetualSymbol | null = null;
    for (const symbol of this.perp.symbols) {
      if (!this.perp.rounds.has(symbol)) continue;
      if (first === null || this.dueMs(symbol) < this.dueMs(first)) first = symbol;
    }
    return first;
  }

  /** Returns the time at which the round of a symbol falls due, or its present interval where no round is under way. */
  private dueMs(symbol: PerpetualSymbol): number {
    return this.perp.rounds.get(symbol)?.terms.timeMs ?? symbol.funding.nextMs;
  }

  private begin(nowMs: number): void {
    for (const symbol of this.perp.symbols) {
      const isDue = symbol.funding.nextMs <= nowMs;
      if (isDue && !this.perp.rounds.has(symbol)) beginRound(this.perp, symbol);
    }
  }

  write(writer: ByteWriter): void {
    rounds.write(
      writer,
      [...this.perp.rounds].map(([{ symbolId }, round]) => saved(symbolId, round)),
    );
  }

  read(reader: ByteReader): void {
    for (const saved of rounds.read(reader)) {
      this.perp.rounds.set(this.perp.symbolsById.get(saved.symbolId)!, this.restored(saved));
    }
  }

  private restored(from: SavedRound): FundingRound {
    const { symbolId: _, terms: told, lastPositionId, early, frozen, owed, ...sums } = from;
    // the next section names the rate of the whole interval
    const round = new FundingRound({ ...told, wholePpb: 0 }, lastPositionId);
    const read = ({ positionId, userId, long, lots }: SavedFunded): Funded => ({
      positionId,
      lots,
      sign: long ? 1 : -1,
      user: this.perp.users.get(userId)!,
    });
    for (const positionId of early) round.early.add(positionId);
    for (const each of frozen) round.frozen.set(each.positionId, read(each));
    for (const each of owed) round.owed.push({ funded: read(each), notional: each.notional, due: each.due });
    return Object.assign(round, sums);
  }
}

/** Section of the rates of whole intervals, behind that of the rounds under way. */
export class FundingRates implements ProductPart {
  readonly name = 'perpetual-funding-rates';
  private readonly perp: PerpetualState;

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  write(writer: ByteWriter): void {
    wholeRates.write(
      writer,
      [...this.perp.rounds].map(([{ symbolId }, { terms }]) => ({ symbolId, wholePpb: terms.wholePpb })),
    );
  }

  read(reader: ByteReader): void {
    const { rounds: underWay, symbolsById } = this.perp;
    for (const { symbolId, wholePpb } of wholeRates.read(reader)) {
      const round = underWay.get(symbolsById.get(symbolId)!)!;
      round.terms = { ...round.terms, wholePpb };
    }
  }
}

function saved(symbolId: number, round: FundingRound): SavedRound {
  const { terms, lastPositionId, cursorId, isCollecting, due, paid, credit, received, fromInsurance } = round;
  const kept = ({ positionId, user, sign, lots }: Funded): SavedFunded => ({
    positionId,
    userId: user.userId,
    long: sign === 1,
    lots,
  });
  return {
    symbolId,
    terms,
    lastPositionId,
    cursorId,
    isCollecting,
    early: [...round.early].filter((positionId) => positionId > cursorId),
    frozen: [...round.frozen.values()].map(kept),
    owed: round.owed
      .slice(round.paidCount)
      .map((each) => ({ ...kept(each.funded), notional: each.notional, due: each.due })),
    due,
    paid,
    credit,
    received,
    fromInsurance,
  };
}
