import { TERMS_NOTICE_MS } from '@candor/rules';
import { assert } from '../assert.ts';
import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { count, type Field, list, number, oneOf, record, text } from '../codec/fields.ts';
import type { ChangeCommand, ScheduleChange, TermsChange, WithdrawChange } from '../commands.ts';
import type { Outcome } from '../events.ts';
import { isReason } from '../limits.ts';
import { DONE, refuse } from '../outcome.ts';
import { type CommandHandlers, DOWNTIME_MS, type ProductPart } from '../product.ts';
import type { RejectionCode } from '../rejections.ts';
import type { State } from '../state.ts';
import type { AnnouncedChange, ChangeEnd, EndedChange } from './events.ts';

const MINUTE_MS = 60_000;
const MAX_AHEAD_MS = 90 * 24 * 60 * MINUTE_MS;
const MAX_PENDING = 200;
const ENDED_KEPT = 200;

/** Checks a command that changes terms ahead of its time, and performs it at that time. */
export interface ChangeHandler {
  problem(change: TermsChange): RejectionCode | null;
  perform(change: TermsChange): Outcome;
}

/** The lists of the section. `change` writes a change within another record. */
function listsOf(change: Field<TermsChange>) {
  const announced = { changeNo: count, announcedMs: number, effectiveMs: number, reason: text, change };
  const ended = { end: oneOf<ChangeEnd>(['applied', 'withdrawn']), endedMs: number, endReason: text };
  return {
    pending: list(record<AnnouncedChange>(announced)),
    ended: list(record<EndedChange>({ ...announced, ...ended })),
  };
}

/**
 * Changes of published terms: announced with notice, applied at their time by the journal's clock. What fell due during a downtime is settled by the terms from before it.
 */
export class Changes implements ProductPart {
  readonly name = 'changes';
  readonly handlers: CommandHandlers<ChangeCommand>;
  /** In the order of their announcement. */
  private pending: AnnouncedChange[] = [];
  private ended: EndedChange[] = [];
  private lastNo = 0;
  private readonly state: State;
  private readonly lists: ReturnType<typeof listsOf>;
  private readonly handlerOf: (type: TermsChange['type']) => ChangeHandler;

  constructor(
    state: State,
    change: Field<TermsChange>,
    handlerOf: (type: TermsChange['type']) => ChangeHandler,
  ) {
    this.state = state;
    this.lists = listsOf(change);
    this.handlerOf = handlerOf;
    this.handlers = {
      scheduleChange: { perform: (_, command) => this.schedule(command) },
      withdrawChange: { perform: (_, command) => this.withdraw(command) },
    };
  }

  /** The announced changes, the next to apply first. */
  announcedChanges(): readonly AnnouncedChange[] {
    return this.pending.toSorted((a, b) => a.effectiveMs - b.effectiveMs || a.changeNo - b.changeNo);
  }

  /** The changes that ended last, the newest first. */
  endedChanges(): readonly EndedChange[] {
    return this.ended.toReversed();
  }

  /** Returns when the next change applies, in ms; Infinity without one. */
  nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { effectiveMs } of this.pending) next = Math.min(next, effectiveMs);
    return next;
  }

  /** True if changes apply before what falls due at this time: always, unless a downtime lies in between. */
  isFirst(nowMs: number, previousMs: number): boolean {
    return nowMs - previousMs <= DOWNTIME_MS;
  }

  /** Applies every change whose time has come, in the order of their times. */
  applyUpTo(nowMs: number): void {
    for (const each of this.announcedChanges()) {
      if (each.effectiveMs > nowMs) return;
      // noted first: what follows from a change stands behind it
      this.end(each, 'applied', '');
      const outcome = this.handlerOf(each.change.type).perform(each.change);
      assert(outcome.ok, 'a change that fitted when it was announced fits: nothing is ever delisted');
    }
  }

  write(writer: ByteWriter): void {
    writer.count(this.lastNo);
    this.lists.pending.write(writer, this.pending);
    this.lists.ended.write(writer, this.ended);
  }

  read(reader: ByteReader): void {
    this.lastNo = reader.count();
    this.pending = [...this.lists.pending.read(reader)];
    this.ended = [...this.lists.ended.read(reader)];
  }

  private schedule({ effectiveMs, reason, change }: ScheduleChange): Outcome {
    const { state, pending } = this;
    if (!isReason(reason)) return refuse('INVALID_COMMAND');
    if (!Number.isSafeInteger(effectiveMs) || effectiveMs % MINUTE_MS !== 0) return refuse('INVALID_COMMAND');
    if (effectiveMs > state.timeMs + MAX_AHEAD_MS) return refuse('INVALID_COMMAND');
    const handler = this.handlerOf(change.type);
    const problem = handler.problem(change);
    if (problem !== null) return refuse(problem);
    if (effectiveMs < state.timeMs + TERMS_NOTICE_MS[change.type]) return refuse('CHANGE_TOO_SOON');
    const subject = subjectOf(change);
    if (pending.length >= MAX_PENDING || pending.some((each) => subjectOf(each.change) === subject))
      return refuse('CHANGE_PENDING');
    const each = { changeNo: ++this.lastNo, announcedMs: state.timeMs, effectiveMs, reason, change };
    pending.push(each);
    state.tape.note({ type: 'changeAnnounced', ...each });
    return DONE;
  }

  private withdraw({ changeNo, reason }: WithdrawChange): Outcome {
    if (!isReason(reason)) return refuse('INVALID_COMMAND');
    const each = this.pending.find((pending) => pending.changeNo === changeNo);
    if (each === undefined) return refuse('UNKNOWN_CHANGE');
    this.end(each, 'withdrawn', reason);
    return DONE;
  }

  private end(each: AnnouncedChange, end: ChangeEnd, endReason: string): void {
    this.pending = this.pending.filter((pending) => pending !== each);
    const ended = { ...each, end, endedMs: this.state.timeMs, endReason };
    this.ended = [...this.ended, ended].slice(-ENDED_KEPT);
    this.state.tape.note({ type: 'changeEnded', ...ended });
  }
}

/** Names the terms that a change replaces: those of one market, of one asset, or the one table of fees. */
function subjectOf(change: TermsChange): string {
  const of = 'symbolId' in change ? change.symbolId : 'assetId' in change ? change.assetId : 0;
  return `${change.type}/${of}`;
}
