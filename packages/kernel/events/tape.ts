import type { Int64Cells } from '../memory/int64-cells.ts';

/** 64-bit entries a chunk: about a thousand commands'. */
const CHUNK_ENTRIES = 1 << 14;

/** A run of memory with the events of many commands: numbers as doubles, amounts as 64-bit integers, texts beside. */
export interface TapeChunk {
  readonly numbers: Float64Array;
  readonly cells: BigInt64Array;
  readonly words: Int32Array;
  readonly texts: string[];
}

/**
 * Where the kernel notes what happened, without making objects: whoever wants the events of a command has them made
 * from its stretch of the tape. A chunk lives while a result that refers to it lives.
 */
export class Tape {
  chunk: TapeChunk = newChunk(CHUNK_ENTRIES);
  position = 0;
  /** Where the current command's events begin. */
  start = 0;
  textsStart = 0;

  /** Begins a command's stretch. */
  begin(): void {
    this.start = this.position;
    this.textsStart = this.chunk.texts.length;
  }

  /** Makes room for a record of `entries` and returns where it begins. */
  reserve(entries: number): number {
    if (this.position + entries > this.chunk.numbers.length) this.turn(entries);
    const at = this.position;
    this.position = at + entries;
    return at;
  }

  /** Notes a text and returns its number within the command, from 1 on. */
  text(text: string): number {
    this.chunk.texts.push(text);
    return this.chunk.texts.length - this.textsStart;
  }

  putBig(at: number, units: bigint): void {
    this.chunk.cells[at] = units;
  }

  /** Copies cell `i` of `from`. */
  putCell(at: number, from: Int64Cells, i: number): void {
    this.chunk.words[2 * at] = from.words[2 * i]!;
    this.chunk.words[2 * at + 1] = from.words[2 * i + 1]!;
  }

  /** Goes on in a new chunk, with the current command's stretch moved to its beginning. */
  private turn(entries: number): void {
    const { chunk, start, position, textsStart } = this;
    const next = newChunk(Math.max(CHUNK_ENTRIES, 2 * (position - start + entries)));
    next.cells.set(chunk.cells.subarray(start, position));
    for (let i = textsStart; i < chunk.texts.length; i++) next.texts.push(chunk.texts[i]!);
    this.chunk = next;
    this.position = position - start;
    this.start = 0;
    this.textsStart = 0;
  }
}

function newChunk(entries: number): TapeChunk {
  const cells = new BigInt64Array(entries);
  return { cells, numbers: new Float64Array(cells.buffer), words: new Int32Array(cells.buffer), texts: [] };
}
