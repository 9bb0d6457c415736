import { isTickHash, LATE_TICK_MS, tickHash } from '@candor/prices';
import { MAX_PRICE_TICKS } from '@candor/rules';
import type { IndexTick } from './commands.ts';
import type { RejectionCode } from './events.ts';
import type { State } from './state.ts';

/** Takes over a tick's raw quotes, its number and its time of chaining; computes nothing. Says why it is refused. */
export function takeTick(state: State, command: IndexTick): RejectionCode | null {
  const chainedMs = chainedMsOf(command, state.timeMs);
  const refusal = check(state, command, chainedMs);
  if (refusal !== null) return refusal;
  const { index } = state;
  for (const quote of command.quotes) index.hold(quote, chainedMs);
  index.lastTickNo = command.tickNo;
  index.chainedMs = chainedMs;
  if (command.record !== undefined) {
    index.recordNo = command.record.no;
    index.recordHash = command.record.hash;
  }
  return null;
}

/** True when the last tick came too late for anything but second contracts. */
export function isLate({ index, timeMs }: State): boolean {
  return timeMs - index.chainedMs > LATE_TICK_MS;
}

/** Computes every index again: time alone can make one stale. */
export function computeIndices(state: State, tickNo: number): void {
  const { index, timeMs } = state;
  for (const [symbolId, symbolIndex] of index.symbols) {
    const changed = index.compute(symbolIndex, tickNo, timeMs, state.mode!);
    if (symbolIndex.priceTicks !== 0) state.symbolsById.get(symbolId)!.setIndex(symbolIndex.priceTicks);
    if (changed) state.tape.index(symbolId, tickNo, symbolIndex.priceTicks, symbolIndex.venuesUsed);
  }
}

/** A recorder's clock that runs ahead counts as now: it can neither make a tick fresh for longer nor give one up. */
function chainedMsOf({ chainedMs }: IndexTick, nowMs: number): number {
  return chainedMs === undefined ? nowMs : Math.min(chainedMs, nowMs);
}

function check(state: State, command: IndexTick, chainedMs: number): RejectionCode | null {
  const { index } = state;
  if (!Number.isSafeInteger(command.tickNo) || !Number.isSafeInteger(chainedMs)) return 'INVALID_COMMAND';
  if (command.tickNo <= index.lastTickNo || chainedMs < index.chainedMs) return 'TICK_OUT_OF_ORDER';
  for (const quote of command.quotes) {
    if (!index.venues.has(quote.venueId)) return 'UNKNOWN_VENUE';
    if (!state.symbolsById.has(quote.symbolId)) return 'UNKNOWN_SYMBOL';
    if (!isTicks(quote.bidTicks) || !isTicks(quote.askTicks)) return 'PRICE_INVALID';
    if (!Number.isSafeInteger(quote.venueTimeMs)) return 'INVALID_COMMAND';
  }
  return checkRecord(state, command);
}

/** Checks that a tick follows in the recorder's chain, and that its hash matches its content. */
function checkRecord(
  { index }: State,
  { record, tickNo, chainedMs, quotes }: IndexTick,
): RejectionCode | null {
  if (record === undefined) return index.recordNo === 0 ? null : 'TICK_CHAIN_BROKEN';
  const { no, previousHash, hash } = record;
  if (!Number.isSafeInteger(chainedMs) || !isTickHash(previousHash)) return 'INVALID_COMMAND';
  if (no !== index.recordNo + 1 || previousHash !== index.recordHash) return 'TICK_CHAIN_BROKEN';
  const own = tickHash({ no, previousHash, tickNo, chainedMs: chainedMs!, quotes });
  return own === hash ? null : 'TICK_CHAIN_BROKEN';
}

/** 0 stands for a side without quotes. */
function isTicks(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_PRICE_TICKS;
}
