import { hashValue } from '../codec/hash-value.ts';
import { Hash128 } from '../codec/hash128.ts';
import { FlatDone } from '../codec/outcomes.ts';
import type { Applied, KernelEvent, Outcome } from '../events.ts';
import { playback } from './playback.ts';
import type { Tape, TapeChunk } from './tape.ts';

const flat = new FlatDone();
const NONE: readonly never[] = [];

/** Result of a command. Its events are made when they are first asked for. */
export class Result implements Applied {
  readonly outcome: Outcome;
  /** The chunk that holds its stretch of tape: for `packResults`. */
  readonly chunk: TapeChunk;
  readonly from: number;
  readonly to: number;
  private readonly textsFrom: number;
  private readonly textsTo: number;
  private readonly notesFrom: number;
  private readonly notesTo: number;
  private made: readonly KernelEvent[] | null = null;

  /** Takes the current stretch of the tape. */
  constructor(outcome: Outcome, tape: Tape) {
    this.outcome = outcome;
    this.chunk = tape.chunk;
    this.from = tape.start;
    this.to = tape.position;
    this.textsFrom = tape.textsStart;
    this.textsTo = tape.chunk.texts.length;
    this.notesFrom = tape.notesStart;
    this.notesTo = tape.chunk.notes.length;
  }

  get events(): readonly KernelEvent[] {
    if (this.from === this.to) return NONE;
    this.made ??= playback(this.chunk, this.from, this.to, this.textsFrom, this.notesFrom);
    return this.made;
  }

  /** The length of its stretch of tape, in 64-bit entries. */
  get entries(): number {
    return this.to - this.from;
  }

  texts(): readonly string[] {
    return this.textsFrom === this.textsTo ? NONE : this.chunk.texts.slice(this.textsFrom, this.textsTo);
  }

  notes(): readonly KernelEvent[] {
    return this.notesFrom === this.notesTo ? NONE : this.chunk.notes.slice(this.notesFrom, this.notesTo);
  }

  /** Feeds the outcome and all events of this command into the hash. */
  digestInto(hash: Hash128): void {
    const { outcome } = this;
    if (outcome.ok) {
      flat.take(outcome);
      hash.number(flat.kind);
      hash.number(flat.id);
      hash.number(flat.more);
      hash.number(flat.status);
      hash.number(flat.lots);
      hash.number(Number(BigInt.asIntN(32, flat.quote)));
      hash.number(Number(flat.quote >> 32n));
    } else {
      hash.text(outcome.code);
    }
    hash.number(this.to - this.from);
    hash.wordsOf(this.chunk.words, 2 * this.from, 2 * this.to);
    for (let i = this.textsFrom; i < this.textsTo; i++) hash.text(this.chunk.texts[i]!);
    for (let i = this.notesFrom; i < this.notesTo; i++) hashValue(hash, this.chunk.notes[i]);
  }
}

/**
 * A digest of the outcomes and events of a batch of commands, as 32 hex digits: a replay that differs anywhere gives
 * another. Only what this kernel returned can be digested.
 */
export function digestEvents(batch: Iterable<Applied>): string {
  const hash = new Hash128();
  for (const applied of batch) {
    if (!(applied instanceof Result)) throw new TypeError('Only results of this kernel have a digest');
    applied.digestInto(hash);
  }
  return hash.hex();
}
