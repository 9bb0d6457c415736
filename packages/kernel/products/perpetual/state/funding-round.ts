import type { DirectionSign } from '@candor/rules';
import type { PerpetualUser, Position } from './entities.ts';

/** A position as funding needs it: its lots at the end of the interval. */
export interface Funded {
  readonly positionId: number;
  readonly user: PerpetualUser;
  readonly sign: DirectionSign;
  readonly lots: number;
}

/** A receiver of funding whose turn is still to come. */
export interface OwedFunding {
  readonly funded: Funded;
  readonly notional: bigint;
  readonly due: bigint;
}

/** The values that the end of an interval fixed. */
export interface FundingTerms {
  readonly timeMs: number;
  readonly ratePpb: number;
  /** The rate of a whole interval. */
  readonly wholePpb: number;
  readonly markTicks: number;
  readonly premiumPpb: number;
  readonly samples: number;
  readonly expectedSamples: number;
}

/**
 * The settlement of one interval of one symbol, over as many commands as it takes: every position pays or is noted as a
 * receiver, then receivers are paid. A position that changes before its turn is frozen as it was.
 */
export class FundingRound {
  terms: FundingTerms;
  /** Positions opened later take no part. */
  readonly lastPositionId: number;
  /** Open positions up to this id had their turn. */
  cursorId = 0;
  /** Later ones that had theirs, at a command of their user. */
  readonly early = new Set<number>();
  readonly frozen = new Map<number, Funded>();
  readonly owed: OwedFunding[] = [];
  /** Number of `owed` that were paid. */
  paidCount = 0;
  isCollecting = true;
  /** Sums of what payers owe, of what they paid, and of what receivers are due. */
  due = 0n;
  paid = 0n;
  credit = 0n;
  received = 0n;
  fromInsurance = 0n;
  /** Walks the open positions; null before the first step, and after a restart. */
  open: IterableIterator<Position> | null = null;

  constructor(terms: FundingTerms, lastPositionId: number) {
    this.terms = terms;
    this.lastPositionId = lastPositionId;
  }

  /** The amount that is there for receivers. */
  get pot(): bigint {
    return this.paid + this.fromInsurance;
  }

  /** Part of the pot that is still in the symbol's clearing account. */
  get held(): bigint {
    return this.pot - this.received;
  }

  /** True for a position that has yet to pay or to be noted. */
  waitsFor(positionId: number): boolean {
    const wasOpen = positionId <= this.lastPositionId;
    const isAhead = positionId > this.cursorId || this.frozen.has(positionId);
    return this.isCollecting && wasOpen && isAhead && !this.early.has(positionId);
  }

  /** Returns an open position as it was at the end of the interval: its turn has come. */
  take(position: Position): Funded {
    const { positionId } = position;
    const funded = this.frozen.get(positionId) ?? fundedOf(position);
    this.frozen.delete(positionId);
    return funded;
  }

  /** Notes a position as it was, before it changes for the first time. */
  freeze(position: Position): boolean {
    const { positionId } = position;
    if (this.frozen.has(positionId) || !this.waitsFor(positionId)) return false;
    this.frozen.set(positionId, fundedOf(position));
    return true;
  }
}

export function fundedOf({ positionId, trader, sign, lots }: Position): Funded {
  return { positionId, user: trader.user, sign, lots };
}

/** Takes the note of a position back, with the change that it was made for. */
export function unfreeze(round: FundingRound, positionId: number): void {
  round.frozen.delete(positionId);
}
