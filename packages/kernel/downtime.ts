import type { ByteReader, ByteWriter } from './codec/bytes.ts';
import { count, list, number, record } from './codec/fields.ts';

/** A time in which no command came. */
interface Downtime {
  readonly fromMs: number;
  readonly toMs: number;
  /** Sum of all downtime before it, in ms. */
  readonly beforeMs: number;
}

/** More than this many lie behind every due date that still waits for its turn. */
const MOST_KEPT = 64;

const section = list(record<Downtime>({ fromMs: number, toMs: number, beforeMs: count }));

/**
 * The running total of downtime: times between two commands in which the house could not be reached. It is a part of the
 * snapshot of its own. The newest ones are kept, so that the total is also known for a time that was settled late.
 */
export class Downtimes {
  readonly name = 'downtime';
  private readonly kept: Downtime[] = [];

  /** Adds a downtime that just ended. The time before the journal's first command is none. */
  add(fromMs: number, toMs: number): void {
    if (fromMs === 0) return;
    this.kept.push({ fromMs, toMs, beforeMs: this.upTo(toMs) });
    if (this.kept.length > MOST_KEPT) this.kept.shift();
  }

  /** Returns all downtime up to a time in ms, which is not before the oldest that is kept. */
  upTo(timeMs: number): number {
    for (let at = this.kept.length - 1; at >= 0; at--) {
      const { fromMs, toMs, beforeMs } = this.kept[at]!;
      if (timeMs > fromMs) return beforeMs + Math.min(timeMs, toMs) - fromMs;
    }
    return this.kept[0]?.beforeMs ?? 0;
  }

  write(writer: ByteWriter): void {
    section.write(writer, this.kept);
  }

  read(reader: ByteReader): void {
    this.kept.push(...section.read(reader));
  }
}
