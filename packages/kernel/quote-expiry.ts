import { INDEX_GRID_MS } from '@candor/prices';
import type { ByteReader, ByteWriter } from './codec/bytes.ts';
import { count, list, number, record } from './codec/fields.ts';
import type { RejectionCode } from './events.ts';
import type { ProductPart } from './product.ts';
import type { State } from './state.ts';

const section = list(record({ trader: count, tickNo: number }));

/**
 * Ends of the quotes of house accounts, in the books of one product. The house can only withdraw what it mirrored while
 * it runs: whoever acts first after it was held up would trade at prices of before. So its quotes carry the tick at
 * which they end, by the newest tick or the command's time, and a late tick, which shows that it was held up, ends them
 * too. They are ended before the command is performed, so that no match has to look.
 */
export class QuoteExpiry implements ProductPart {
  readonly name: string;
  private readonly state: State;
  private readonly withdrawQuotes: (trader: number) => void;
  /** By trader's number, in the order in which they first quoted with an end. */
  private readonly ends = new Map<number, number>();
  private firstTickNo = Number.POSITIVE_INFINITY;

  /** `withdrawQuotes` ends all quotes of one trader, and nothing else of it. */
  constructor(name: string, state: State, withdrawQuotes: (trader: number) => void) {
    this.name = name;
    this.state = state;
    this.withdrawQuotes = withdrawQuotes;
  }

  /** Why quotes may not carry this end; undefined is none. */
  refusal(tickNo: number | undefined): RejectionCode | null {
    if (tickNo === undefined) return null;
    if (!Number.isSafeInteger(tickNo)) return 'INVALID_COMMAND';
    const { index, timeMs } = this.state;
    return tickNo <= index.lastTickNo || tickNo * INDEX_GRID_MS <= timeMs ? 'TICK_OUT_OF_ORDER' : null;
  }

  /** Sets the end of all quotes of a trader; undefined for none. */
  set(trader: number, tickNo: number | undefined): void {
    if (tickNo === this.ends.get(trader)) return;
    if (tickNo === undefined) this.ends.delete(trader);
    else this.ends.set(trader, tickNo);
    this.findFirst();
  }

  nextDueMs(): number {
    return this.firstTickNo * INDEX_GRID_MS;
  }

  onTime(nowMs: number): void {
    if (this.nextDueMs() <= nowMs) this.end((tickNo) => tickNo * INDEX_GRID_MS <= nowMs);
  }

  onTick(reachedNo: number, isLate: boolean): void {
    if (isLate) this.end(() => true);
    else if (this.firstTickNo <= reachedNo) this.end((tickNo) => tickNo <= reachedNo);
  }

  write(writer: ByteWriter): void {
    section.write(
      writer,
      [...this.ends].map(([trader, tickNo]) => ({ trader, tickNo })),
    );
  }

  read(reader: ByteReader): void {
    for (const { trader, tickNo } of section.read(reader)) this.ends.set(trader, tickNo);
    this.findFirst();
  }

  private end(isOver: (tickNo: number) => boolean): void {
    for (const [trader, tickNo] of [...this.ends]) {
      if (!isOver(tickNo)) continue;
      this.ends.delete(trader);
      this.withdrawQuotes(trader);
    }
    this.findFirst();
  }

  private findFirst(): void {
    this.firstTickNo = Number.POSITIVE_INFINITY;
    for (const tickNo of this.ends.values()) this.firstTickNo = Math.min(this.firstTickNo, tickNo);
  }
}
