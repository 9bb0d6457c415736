import { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { readOutcome, writeOutcome } from '../codec/outcomes.ts';
import { readValue, writeValue } from '../codec/values.ts';
import type { Applied, KernelEvent, Outcome } from '../events.ts';
import { playback } from './playback.ts';
import { NOTE } from './records.ts';
import { Result } from './result.ts';
import type { TapeChunk } from './tape.ts';

const ENTRY_BYTES = 8;

/**
 * Encodes the outcomes and events of commands for another process of this machine, as words of the tape in its byte
 * order. Results of another kernel are encoded event by event.
 */
export function packResults(results: readonly Applied[]): Uint8Array {
  const writer = new ByteWriter();
  let entries = 0;
  for (const result of results) entries += result instanceof Result ? result.entries : result.events.length;
  writer.count(results.length);
  writer.count(entries);
  for (const result of results) {
    writeOutcome(writer, result.outcome);
    if (result instanceof Result) {
      writeSpan(writer, result.entries, result.texts(), result.notes());
    } else {
      writeSpan(writer, result.events.length, [], result.events);
    }
  }
  writeTape(writer, results);
  return writer.finish();
}

function writeSpan(
  writer: ByteWriter,
  entries: number,
  texts: readonly string[],
  notes: readonly KernelEvent[],
): void {
  writer.count(entries);
  writer.count(texts.length);
  writer.count(notes.length);
  for (const text of texts) writer.text(text);
  for (const note of notes) writeValue(writer, note);
}

/** Copies consecutive stretches of a chunk in one step. */
function writeTape(writer: ByteWriter, results: readonly Applied[]): void {
  let run: { readonly chunk: TapeChunk; readonly from: number; to: number } | null = null;
  const flush = () => {
    if (run === null) return;
    const { cells } = run.chunk;
    writer.raw(new Uint8Array(cells.buffer, ENTRY_BYTES * run.from, ENTRY_BYTES * (run.to - run.from)));
  };
  for (const result of results) {
    if (result instanceof Result) {
      if (result.entries === 0) continue;
      if (run !== null && run.chunk === result.chunk && run.to === result.from) {
        run.to = result.to;
        continue;
      }
      flush();
      run = { chunk: result.chunk, from: result.from, to: result.to };
    } else {
      flush();
      run = null;
      const words = Int32Array.from(result.events.flatMap((_, index) => [NOTE, index + 1]));
      writer.raw(new Uint8Array(words.buffer));
    }
  }
  flush();
}

/** A result decoded from bytes. Its events are built when they are first accessed. */
class UnpackedResult implements Applied {
  readonly outcome: Outcome;
  private readonly chunk: TapeChunk;
  private readonly from: number;
  private readonly to: number;
  private readonly textsFrom: number;
  private readonly notesFrom: number;
  private made: readonly KernelEvent[] | null = null;

  constructor(
    outcome: Outcome,
    chunk: TapeChunk,
    from: number,
    to: number,
    textsFrom: number,
    notesFrom: number,
  ) {
    this.outcome = outcome;
    this.chunk = chunk;
    this.from = from;
    this.to = to;
    this.textsFrom = textsFrom;
    this.notesFrom = notesFrom;
  }

  get events(): readonly KernelEvent[] {
    this.made ??= playback(this.chunk, this.from, this.to, this.textsFrom, this.notesFrom);
    return this.made;
  }
}

/** The inverse of `packResults`. Throws RangeError for invalid bytes. */
export function unpackResults(bytes: Uint8Array): Applied[] {
  const reader = new ByteReader(bytes);
  const count = reader.count();
  const entries = reader.count();
  if (ENTRY_BYTES * entries > bytes.length) throw new RangeError('The tape ends too early');
  const cells = new BigInt64Array(entries);
  const chunk: TapeChunk = {
    cells,
    numbers: new Float64Array(cells.buffer),
    words: new Int32Array(cells.buffer),
    texts: [],
    notes: [],
  };
  const results: Applied[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const outcome = readOutcome(reader);
    const to = at + reader.count();
    const textsFrom = chunk.texts.length;
    const notesFrom = chunk.notes.length;
    const texts = reader.count();
    const notes = reader.count();
    for (let left = texts; left > 0; left--) chunk.texts.push(reader.text());
    for (let left = notes; left > 0; left--) chunk.notes.push(readValue(reader) as KernelEvent);
    results.push(new UnpackedResult(outcome, chunk, at, to, textsFrom, notesFrom));
    at = to;
  }
  if (at !== entries || bytes.length - reader.position !== ENTRY_BYTES * entries)
    throw new RangeError('The tape is not as long as it should be');
  new Uint8Array(cells.buffer).set(bytes.subarray(reader.position));
  return results;
}
