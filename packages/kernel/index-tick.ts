import { MAX_PRICE_TICKS } from '@candor/rules';
import type { IndexTick } from './commands.ts';
import type { Outcome, RejectionCode } from './events.ts';
import { DONE } from './outcome.ts';
import type { State } from './state.ts';

/** Takes the venues' quotes over and computes every index again: time alone can make one stale. */
export function indexTick(state: State, command: IndexTick): Outcome {
  const refusal = check(state, command);
  if (refusal !== null) return { ok: false, code: refusal };
  const { index, timeMs } = state;
  for (const quote of command.quotes) index.hold(quote, timeMs);
  index.lastTickNo = command.tickNo;
  for (const [symbolId, symbolIndex] of index.symbols) {
    const changed = index.compute(symbolIndex, command.tickNo, timeMs, state.mode!);
    if (symbolIndex.priceTicks !== 0) state.symbolsById.get(symbolId)!.setIndex(symbolIndex.priceTicks);
    if (changed) state.tape.index(symbolId, command.tickNo, symbolIndex.priceTicks, symbolIndex.venuesUsed);
  }
  return DONE;
}

function check(state: State, command: IndexTick): RejectionCode | null {
  const { index } = state;
  if (!Number.isSafeInteger(command.tickNo)) return 'INVALID_COMMAND';
  if (command.tickNo <= index.lastTickNo) return 'TICK_OUT_OF_ORDER';
  for (const quote of command.quotes) {
    if (!index.venues.has(quote.venueId)) return 'UNKNOWN_VENUE';
    if (!state.symbolsById.has(quote.symbolId)) return 'UNKNOWN_SYMBOL';
    if (!isTicks(quote.bidTicks) || !isTicks(quote.askTicks)) return 'PRICE_INVALID';
    if (!Number.isSafeInteger(quote.venueTimeMs)) return 'INVALID_COMMAND';
  }
  return null;
}

/** 0 stands for a side without quotes. */
function isTicks(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_PRICE_TICKS;
}
