import type { KernelEvent } from '../events.ts';
import { ASSET, BALANCE_CELLS, BALANCE_WORDS, type Balances, NUMBER } from '../ledger/balances.ts';
import * as r from './records.ts';

/** 64-bit entries a chunk: some hundred commands'. */
const CHUNK_ENTRIES = 1 << 12;

/** A run of memory with the events of many commands: one buffer as doubles, as 64-bit integers and as words. */
export interface TapeChunk {
  readonly numbers: Float64Array;
  readonly cells: BigInt64Array;
  readonly words: Int32Array;
  readonly texts: string[];
  readonly notes: KernelEvent[];
}

/** A place on the tape to go back to. */
export interface TapeMark {
  readonly chunk: TapeChunk;
  readonly position: number;
  readonly start: number;
  readonly textsStart: number;
  readonly notesStart: number;
  readonly texts: number;
  readonly notes: number;
}

/**
 * Notes what happens in the kernel, without making objects: whoever wants the events of a command has them made from
 * its stretch of the tape. A chunk lives while a result that refers to it lives.
 */
export class Tape {
  chunk: TapeChunk = newChunk(CHUNK_ENTRIES);
  position = 0;
  /** Position at which the current command's events begin. */
  start = 0;
  textsStart = 0;
  notesStart = 0;

  /** Begins a command's stretch. */
  begin(): void {
    this.start = this.position;
    this.textsStart = this.chunk.texts.length;
    this.notesStart = this.chunk.notes.length;
  }

  /** The present end of the tape, for `cut` within the same command. */
  mark(): TapeMark {
    const { chunk, position, start, textsStart, notesStart } = this;
    const { texts, notes } = chunk;
    return { chunk, position, start, textsStart, notesStart, texts: texts.length, notes: notes.length };
  }

  /** Takes back all that the current command noted since a mark. */
  cut(mark: TapeMark): void {
    const { chunk, position } = mark;
    chunk.cells.fill(0n, position, chunk === this.chunk ? this.position : undefined);
    chunk.texts.length = mark.texts;
    chunk.notes.length = mark.notes;
    this.chunk = chunk;
    this.position = position;
    this.start = mark.start;
    this.textsStart = mark.textsStart;
    this.notesStart = mark.notesStart;
  }

  /** Makes room for a record of `entries` and returns where it begins. */
  reserve(entries: number): number {
    if (this.position + entries > this.chunk.numbers.length) this.turn(entries);
    const at = this.position;
    this.position = at + entries;
    return at;
  }

  /** An event of an order; `flags` are the record's kind and flags. */
  order(
    size: number,
    flags: number,
    symbolId: number,
    orderId: number,
    userId: number,
    priceTicks: number,
    lots: number,
  ): number {
    const at = this.reserve(size);
    const { words, numbers } = this.chunk;
    words[2 * at] = flags;
    words[2 * at + 1] = symbolId;
    numbers[at + r.ORDER_ID] = orderId;
    numbers[at + r.USER_ID] = userId;
    words[2 * (at + r.PRICE_AND_TEXT)] = priceTicks;
    words[2 * (at + r.PRICE_AND_TEXT) + 1] = 0;
    numbers[at + r.LOTS] = lots;
    return at;
  }

  /** Notes a text as the second word of an entry, by its number within the command from 1 on. */
  putText(entry: number, text: string): void {
    this.chunk.texts.push(text);
    this.chunk.words[2 * entry + 1] = this.chunk.texts.length - this.textsStart;
  }

  /** Records the current value of a balance. */
  balance(balances: Balances, slot: number): void {
    const at = this.reserve(r.BALANCE_SIZE);
    const { words, numbers } = this.chunk;
    const money = balances.money.words;
    const from = BALANCE_WORDS * slot;
    words[2 * at] = r.BALANCE;
    words[2 * at + 1] = money[from + ASSET]!;
    numbers[at + 1] = balances.numbers[BALANCE_CELLS * slot + NUMBER]!;
    words[2 * (at + r.TOTAL)] = money[from]!;
    words[2 * (at + r.TOTAL) + 1] = money[from + 1]!;
    words[2 * (at + r.HELD)] = money[from + 2]!;
    words[2 * (at + r.HELD) + 1] = money[from + 3]!;
  }

  index(symbolId: number, tickNo: number, priceTicks: number, venuesUsed: number): void {
    const at = this.reserve(r.INDEX_SIZE);
    const { words, numbers } = this.chunk;
    words[2 * at] = r.INDEX;
    words[2 * at + 1] = symbolId;
    numbers[at + 1] = tickNo;
    words[2 * (at + 2)] = priceTicks;
    words[2 * (at + 2) + 1] = venuesUsed;
  }

  symbolState(symbolId: number, stateCode: number, reason: string): void {
    const at = this.reserve(r.SYMBOL_STATE_SIZE);
    const { words } = this.chunk;
    words[2 * at] = r.SYMBOL_STATE;
    words[2 * at + 1] = symbolId;
    words[2 * (at + 1)] = stateCode;
    this.putText(at + 1, reason);
  }

  catalogue(): void {
    const at = this.reserve(r.CATALOGUE_SIZE);
    this.chunk.cells[at] = BigInt(r.CATALOGUE);
  }

  /** Practice funds went from custody's balance to a user's. */
  practiceFunds(
    assetId: number,
    userId: number,
    amount: bigint,
    custodyTotal: bigint,
    userTotal: bigint,
  ): void {
    const at = this.reserve(r.PRACTICE_FUNDS_SIZE);
    const { words, numbers, cells } = this.chunk;
    words[2 * at] = r.PRACTICE_FUNDS;
    words[2 * at + 1] = assetId;
    numbers[at + 1] = userId;
    cells[at + 2] = amount;
    cells[at + 3] = custodyTotal;
    cells[at + 4] = userTotal;
  }

  /** Begins an entry of so many postings, which `posting` adds. */
  entry(kindCode: number, tradeId: number, orderId: number, postings: number): number {
    const at = this.reserve(r.ENTRY_HEAD_SIZE + r.POSTING_SIZE * postings);
    const { words, numbers } = this.chunk;
    words[2 * at] = r.ENTRY | (kindCode << r.CODE_SHIFT);
    words[2 * at + 1] = postings;
    numbers[at + 1] = tradeId;
    numbers[at + 2] = orderId;
    return at + r.ENTRY_HEAD_SIZE;
  }

  /** Writes a posting where the entry has its place, and returns the next one's. */
  posting(at: number, account: number, assetId: number, amount: bigint, balance: bigint): number {
    const { numbers, cells } = this.chunk;
    numbers[at] = account;
    numbers[at + 1] = assetId;
    cells[at + 2] = amount;
    cells[at + 3] = balance;
    return at + r.POSTING_SIZE;
  }

  /** Begins an event of a product's layout, with a word of its own in the head; the product writes the rest. */
  packed({ code, size }: { readonly code: number; readonly size: number }, word: number): number {
    const at = this.reserve(size);
    this.chunk.words[2 * at] = r.PACKED | (code << r.CODE_SHIFT);
    this.chunk.words[2 * at + 1] = word;
    return at;
  }

  /** Notes an event as it is: for what does not happen with each order. It must never change afterwards. */
  note(event: KernelEvent): void {
    const at = this.reserve(r.NOTE_SIZE);
    this.chunk.notes.push(event);
    this.chunk.words[2 * at] = r.NOTE;
    this.chunk.words[2 * at + 1] = this.chunk.notes.length - this.notesStart;
  }

  /** Goes on in a new chunk, with the current command's stretch moved to its beginning. */
  private turn(entries: number): void {
    const { chunk, start, position, textsStart, notesStart } = this;
    const next = newChunk(Math.max(CHUNK_ENTRIES, 2 * (position - start + entries)));
    next.cells.set(chunk.cells.subarray(start, position));
    for (let i = textsStart; i < chunk.texts.length; i++) next.texts.push(chunk.texts[i]!);
    for (let i = notesStart; i < chunk.notes.length; i++) next.notes.push(chunk.notes[i]!);
    this.chunk = next;
    this.position = position - start;
    this.start = 0;
    this.textsStart = 0;
    this.notesStart = 0;
  }
}

function newChunk(entries: number): TapeChunk {
  const cells = new BigInt64Array(entries);
  return {
    cells,
    numbers: new Float64Array(cells.buffer),
    words: new Int32Array(cells.buffer),
    texts: [],
    notes: [],
  };
}
