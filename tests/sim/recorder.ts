import { createHash } from 'node:crypto';
import type { IndexTick, VenueQuote } from '@candor/kernel';
import type { Random } from '../../tools/workload/random.ts';
import type { Market } from './market.ts';

/** Times for which the house is sometimes blocked; all ticks chained meanwhile are sent after it. */
const STALLS_MS = [1_500, 3_000, 5_000, 9_000, 30_000];

export const NO_HASH = '0'.repeat(64);

/** Computes the hash of a record independently. */
export function recordHash(
  no: number,
  previousHash: string,
  { tickNo, chainedMs, quotes }: IndexTick,
): string {
  const numbers = [tickNo, chainedMs!, quotes.length, ...quotes.flatMap(numbersOf)];
  const hash = createHash('sha256')
    .update('candor index tick 1\0')
    .update(big([no]));
  return hash.update(Buffer.from(previousHash, 'hex')).update(big(numbers)).digest('hex');
}

function numbersOf({ venueId, symbolId, bidTicks, askTicks, venueTimeMs }: VenueQuote): number[] {
  return [venueId, symbolId, bidTicks, askTicks, venueTimeMs];
}

function big(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [at, value] of numbers.entries()) bytes.writeBigInt64BE(BigInt(value), 8 * at);
  return bytes;
}

/**
 * The recorder, separate from the house. It chains the market's ticks and sends them, verbatim and in order, until
 * they are journaled. In some runs it predates the chain, and its ticks have no records.
 */
export class Recorder {
  private readonly random: Random;
  private readonly market: Market;
  private readonly isRecording: boolean;
  private readonly pending: IndexTick[] = [];
  private lastNo = 0;
  private lastHash = NO_HASH;
  private chainedMs = 0;
  private heldUpUntilMs = 0;

  constructor(random: Random, market: Market) {
    this.random = random;
    this.market = market;
    this.isRecording = random.chance(0.85);
  }

  /**
   * Makes and returns the tick of this place on the grid. Returns null if the place has one already or the house is
   * blocked.
   */
  chain(nowMs: number): IndexTick | null {
    const { random, market } = this;
    const isFree = nowMs >= this.heldUpUntilMs;
    if (isFree && random.chance(0.01)) this.heldUpUntilMs = nowMs + random.pick(STALLS_MS);
    if (market.next(nowMs) === null) return null;
    this.chainedMs = Math.max(this.chainedMs, nowMs);
    const raw = { ...market.tick(nowMs), chainedMs: this.chainedMs };
    const tick = this.isRecording ? { ...raw, record: this.recordOf(raw) } : raw;
    if (tick.record !== undefined) [this.lastNo, this.lastHash] = [tick.record.no, tick.record.hash];
    this.pending.push(tick);
    return this.isHeldUp(nowMs) ? null : tick;
  }

  /** Returns the ticks that are not journaled yet and are sent now. */
  due(nowMs: number): readonly IndexTick[] {
    return this.isHeldUp(nowMs) ? [] : this.pending.slice(0, 40);
  }

  isHeldUp(nowMs: number): boolean {
    return nowMs < this.heldUpUntilMs;
  }

  /** Marks a tick as journaled. */
  journaled({ tickNo }: IndexTick): void {
    while (this.pending.length > 0 && this.pending[0]!.tickNo <= tickNo) this.pending.shift();
  }

  /** Returns a tick that the recorder never made, which the kernel must refuse; null if nothing was chained. */
  forge(nowMs: number): IndexTick | null {
    const { random, lastNo, lastHash } = this;
    if (lastNo === 0) return null;
    const tick: IndexTick = {
      type: 'indexTick',
      tickNo: Math.floor(nowMs / 250),
      chainedMs: Math.max(this.chainedMs, nowMs),
      quotes: [],
    };
    const at = { no: lastNo + 1, previousHash: lastHash };
    const whole = { ...at, hash: recordHash(at.no, at.previousHash, tick) };
    switch (random.int(1, 4)) {
      case 1:
        return tick;
      case 2:
        return { ...tick, tickNo: tick.tickNo + 1, record: whole };
      case 3:
        return {
          ...tick,
          record: { no: lastNo + 2, previousHash: lastHash, hash: recordHash(lastNo + 2, lastHash, tick) },
        };
      default:
        return { ...tick, record: { ...at, previousHash: NO_HASH, hash: recordHash(at.no, NO_HASH, tick) } };
    }
  }

  private recordOf(tick: IndexTick) {
    const [no, previousHash] = [this.lastNo + 1, this.lastHash];
    return { no, previousHash, hash: recordHash(no, previousHash, tick) };
  }
}
