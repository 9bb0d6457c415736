import type { Amount } from '@candor/money';
import { isGears, streamOwed } from '@candor/rules';
import { assert } from '../assert.ts';
import type { DueSlice } from '../due/due-slice.ts';
import type { EntryKind, Outcome, RejectionCode } from '../events.ts';
import { postEntry } from '../ledger/entries.ts';
import { freeIn } from '../ledger/free.ts';
import type { FundedPool, PoolFunding } from '../ledger/funding.ts';
import { isReason, MAX_SUPPLY } from '../limits.ts';
import { DONE, earnDone, refuse } from '../outcome.ts';
import type { ProductPart } from '../product.ts';
import type { State } from '../state.ts';
import { EarnPool } from './pool.ts';
import { Stream } from './streamed-book.ts';
import type {
  StreamedAccrual,
  StreamedPositionView,
  StreamedTerms,
  StreamedVersion,
  StreamView,
} from './streamed-terms.ts';

/** A change of a user's position, with everything that it follows from. */
export interface StreamedMove extends StreamedAccrual {
  readonly moveId: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** A claim: the whole units of what was earned. */
export interface StreamedClaim extends StreamedMove {
  /** Rest below a unit that is kept, in units × 86,400 × 10⁶. */
  readonly rest: bigint;
  /** All claims so far, this one among them. */
  readonly claimed: Amount;
  readonly pool: Amount;
}

/** The end of a stream's pool. */
export interface StreamEnd {
  readonly assetId: number;
  readonly endSecond: number;
  readonly pool: Amount;
  readonly owed: Amount;
  readonly seconds: number;
}

/** A product's own words for what happens to its streams. */
export interface StreamWords {
  /** Seconds that a pool can pay at the present rate after anything is taken out of it. */
  readonly noticeSeconds: number;
  /** Named accounts: the pool, what users hold, and where claims go. */
  readonly pool: number;
  readonly escrow: number;
  readonly claims: number;
  readonly entries: Readonly<Record<'locked' | 'unlocked' | 'claimed' | 'funding', EntryKind>>;
  readonly refusals: Readonly<
    Record<'closed' | 'terms' | 'amount' | 'notLocked' | 'poolEmpty' | 'nothingEarned', RejectionCode>
  >;
  termsSet(assetId: number, version: StreamedVersion): void;
  funded(funding: PoolFunding, figures: FundedPool, owed: Amount, seconds: number, reason: string): void;
  ended(end: StreamEnd): void;
  /** `termsNo` are the gears that the user accepted, which held. */
  locked(move: StreamedMove, heldAfter: Amount, termsNo: number): void;
  unlocked(move: StreamedMove, heldAfter: Amount): void;
  claimed(claim: StreamedClaim): void;
}

const SECOND_MS = 1_000;

/**
 * Streams of any product: locked coins that earn by the second out of a funded pool, in the coin itself. The pool pays
 * whole seconds while all that is earned stays within it; then nothing accrues for anybody, from that second on, until it
 * is funded. Nothing that was earned is ever taken back, and what holders earn within the notice
 * of lower rates stays in the pool: money that is taken out never stops their income sooner than that.
 */
export class Streams {
  readonly all = new Map<number, Stream>();
  readonly pool: EarnPool;
  private readonly state: State;
  private readonly products: readonly ProductPart[];
  private readonly words: StreamWords;

  constructor(state: State, products: readonly ProductPart[], words: StreamWords) {
    this.state = state;
    this.products = products;
    this.words = words;
    this.pool = new EarnPool(state, words.pool, words.escrow);
  }

  /** Returns what is wrong with gears; null if nothing is. */
  termsProblem({ assetId, gears }: StreamedTerms): RejectionCode | null {
    if (!this.state.assets.has(assetId)) return 'UNKNOWN_ASSET';
    if (!isGears(gears)) return 'INVALID_COMMAND';
    return gears.every(({ minAmount }) => minAmount < MAX_SUPPLY) ? null : 'AMOUNT_TOO_LARGE';
  }

  /** Sets the gears of a coin from now on. */
  setTerms(terms: StreamedTerms): Outcome {
    const { state } = this;
    const problem = this.termsProblem(terms);
    if (problem !== null) return refuse(problem);
    const { assetId, gears } = terms;
    let stream = this.counted(assetId);
    if (stream === undefined) {
      stream = new Stream(assetId);
      stream.second = this.second();
      this.all.set(assetId, stream);
    }
    const version = stream.setGears(gears, state.timeMs);
    state.tape.catalogue();
    this.words.termsSet(assetId, version);
    this.endWhereEmpty(stream);
    return DONE;
  }

  /**
   * Moves money into a coin's pool, or back what is neither owed nor earned within the notice at the present rate. More of
   * it starts a pool again that has ended.
   */
  fund(funding: PoolFunding, reason: string): Outcome {
    const { pool, words } = this;
    if (!isReason(reason)) return refuse('INVALID_COMMAND');
    const { assetId, amount } = funding;
    const stream = this.counted(assetId);
    if (stream === undefined) return refuse(words.refusals.closed);
    const owed = streamOwed(stream.earned);
    const figures = pool.fund(words.entries.funding, funding, stream.owedAfter(words.noticeSeconds));
    if (typeof figures === 'string') return refuse(figures);
    words.funded(funding, figures, owed, stream.seconds, reason);
    if (amount > 0n) stream.isEnded = stream.isEnded && !stream.canPay(0, 0n, pool.free(assetId));
    this.endWhereEmpty(stream);
    return DONE;
  }

  /** Locks coins of a user's spot wallet by the gears of that number: the ones that the user accepted. */
  lock(userId: number, assetId: number, amount: Amount, termsNo: number): Outcome {
    const { state, pool, words } = this;
    const { closed, terms, amount: least, poolEmpty } = words.refusals;
    const account = state.accounts.find(userId);
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    if (state.accounts.house[account] === 1) return refuse('NOT_PERMITTED');
    if (amount <= 0n) return refuse('QUANTITY_INVALID');
    const stream = this.counted(assetId);
    const lowest = stream?.gears[0];
    if (stream === undefined || lowest === undefined) return refuse(closed);
    if (termsNo !== stream.versions.length) return refuse(terms);
    if (freeIn(state, this.products, account, assetId) < amount) return refuse('INSUFFICIENT_BALANCE');
    const held = stream.positions.get(userId)?.held ?? 0n;
    if (held + amount < lowest.minAmount) return refuse(least);
    if (stream.isEnded || !stream.canPay(userId, amount, pool.free(assetId))) return refuse(poolEmpty);
    const { move, heldAfter } = this.move(stream, userId, account, amount);
    words.locked(move, heldAfter, termsNo);
    return earnDone(move.moveId);
  }

  /** Returns locked coins to a user's spot wallet. */
  unlock(userId: number, assetId: number, amount: Amount): Outcome {
    const { state, words } = this;
    const account = state.accounts.find(userId);
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    if (amount <= 0n) return refuse('QUANTITY_INVALID');
    const stream = this.counted(assetId);
    const held = stream?.positions.get(userId)?.held ?? 0n;
    if (stream === undefined || held < amount) return refuse(words.refusals.notLocked);
    const { move, heldAfter } = this.move(stream, userId, account, -amount);
    words.unlocked(move, heldAfter);
    return earnDone(move.moveId);
  }

  /** Pays the whole units that a user has earned to where claims go. */
  claim(userId: number, assetId: number): Outcome {
    const { state, pool, words } = this;
    const stream = this.counted(assetId);
    const accrued = stream?.viewOf(userId, stream.second, pool.free(assetId))?.accrued ?? 0n;
    if (stream === undefined || accrued === 0n) return refuse(words.refusals.nothingEarned);
    const { position, accrual } = stream.touch(userId);
    const amount = stream.claim(position);
    const moveId = ++state.lastOrderId;
    postEntry(state, words.entries.claimed, { tradeId: 0, orderId: moveId }, [
      { account: pool.account(), assetId, amount: -amount },
      { account: state.accounts.ensureNamed(words.claims), assetId, amount },
    ]);
    const left = pool.free(assetId) as Amount;
    words.claimed({
      ...accrual,
      moveId,
      userId,
      assetId,
      amount,
      rest: position.earned,
      claimed: position.claimed as Amount,
      pool: left,
    });
    return earnDone(moveId);
  }

  /** Returns when the first pool ends, in ms; Infinity when none does. */
  nextDueMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const stream of this.all.values())
      next = Math.min(next, stream.endSecond(this.pool.free(stream.assetId)) * SECOND_MS);
    return next;
  }

  /** Ends the pools that have paid their last whole second, the first to end first, each by one of the slice. */
  settle(nowMs: number, slice: DueSlice): void {
    const due = [...this.all.values()]
      .map((stream) => ({ stream, endMs: stream.endSecond(this.pool.free(stream.assetId)) * SECOND_MS }))
      .filter(({ endMs }) => endMs <= nowMs)
      // Coins are in another order in a snapshot: what decides is the time, and then the coin.
      .sort((a, b) => a.endMs - b.endMs || a.stream.assetId - b.stream.assetId);
    for (const { stream } of due) if (slice.take()) this.counted(stream.assetId);
  }

  /** A coin's stream, counted up to now; undefined for one without gears. */
  counted(assetId: number): Stream | undefined {
    const stream = this.all.get(assetId);
    if (stream === undefined) return undefined;
    const pool = this.pool.free(assetId);
    const endSecond = stream.endSecond(pool);
    const second = this.second();
    stream.advance(second, pool);
    if (endSecond <= second) this.end(stream, endSecond);
    return stream;
  }

  views(): StreamView[] {
    return [...this.all.keys()].sort((a, b) => a - b).map((assetId) => this.view(assetId)!);
  }

  view(assetId: number): StreamView | null {
    return this.all.get(assetId)?.view(this.second(), this.pool.free(assetId)) ?? null;
  }

  positionsOf(userId: number): StreamedPositionView[] {
    return [...this.all.values()]
      .map((stream) => stream.viewOf(userId, this.second(), this.pool.free(stream.assetId)))
      .filter((position) => position !== null)
      .sort((a, b) => a.assetId - b.assetId);
  }

  /** Moves coins between a user's spot wallet and what is locked; below 0 back. */
  private move(
    stream: Stream,
    userId: number,
    account: number,
    change: bigint,
  ): { readonly move: StreamedMove; readonly heldAfter: Amount } {
    const { state, pool, words } = this;
    const { assetId } = stream;
    const isLock = change > 0n;
    const moveId = ++state.lastOrderId;
    const { position, accrual } = stream.touch(userId);
    stream.change(position, change);
    postEntry(state, words.entries[isLock ? 'locked' : 'unlocked'], { tradeId: 0, orderId: moveId }, [
      { account, assetId, amount: -change },
      { account: pool.escrow(), assetId, amount: change },
    ]);
    const amount = (isLock ? change : -change) as Amount;
    const move = { ...accrual, moveId, userId, assetId, amount };
    return { move, heldAfter: position.held as Amount };
  }

  /** Ends a stream at once whose pool cannot pay one more second. */
  private endWhereEmpty(stream: Stream): void {
    const endSecond = stream.endSecond(this.pool.free(stream.assetId));
    if (endSecond <= stream.second) this.end(stream, endSecond);
  }

  private end(stream: Stream, endSecond: number): void {
    assert(!stream.isEnded, 'a pool ends once');
    stream.isEnded = true;
    const { assetId, earned, seconds } = stream;
    const pool = this.pool.free(assetId) as Amount;
    this.words.ended({ assetId, endSecond, pool, owed: streamOwed(earned), seconds });
  }

  private second(): number {
    return Math.floor(this.state.timeMs / SECOND_MS);
  }
}
