import type { Amount, Lots } from '@candor/money';
import { packedLayout } from '../../../events/packed.ts';
import type { Tape, TapeChunk } from '../../../events/tape.ts';
import type { MarginMode, PositionSide } from '../protocol/commands.ts';
import type {
  Direction,
  PerpetualFundingPaidEvent,
  PerpetualPositionEvent,
  PositionChange,
} from '../protocol/events.ts';
import type { Position } from './entities.ts';
import type { Funded, FundingTerms } from './funding-round.ts';
import { positionEvent } from './shown.ts';

/*
 * Funding emits an event for every position of a symbol, and a crash for thousands, in one command: these two events
 * are written as numbers. A value that outgrows 62 bits is noted as it is.
 */

const CHANGES: readonly PositionChange[] = [
  'trade',
  'funding',
  'margin',
  'leverage',
  'settled',
  'liquidation',
  'deleveraging',
];
const SIDES: readonly PositionSide[] = ['both', 'long', 'short'];
const IS_SHORT = 1 << 8;
const IS_CROSS = 1 << 9;
const CHANGE_SHIFT = 16;
const LIMIT = 1n << 62n;

/** head with the symbol; ids; flags and leverage; lots; opened; amounts */
const POSITION = packedLayout({ code: 40, size: 16, read: readPosition });
/** head with the symbol; ids; time; lots; flags and rate; notional, amount; whole rate and samples; ticks */
const FUNDING_PAID = packedLayout({ code: 41, size: 10, read: readFundingPaid });

export function tellPosition(tape: Tape, position: Position, change: PositionChange): void {
  const { openedCost, closedValue, funding, trader } = position;
  // profits and fees are less than what was opened and closed together
  if (openedCost >= LIMIT || closedValue >= LIMIT || !isWithin(funding)) {
    tape.note(positionEvent(position, change));
    return;
  }
  const at = tape.packed(POSITION, position.symbol.symbolId);
  const { numbers, words, cells } = tape.chunk;
  let flags = SIDES.indexOf(position.positionSide) | (CHANGES.indexOf(change) << CHANGE_SHIFT);
  if (position.sign === -1) flags |= IS_SHORT;
  if (trader.marginMode === 'cross') flags |= IS_CROSS;
  numbers[at + 1] = position.positionId;
  numbers[at + 2] = trader.user.userId;
  words[2 * (at + 3)] = flags;
  words[2 * (at + 3) + 1] = trader.leverage;
  numbers[at + 4] = position.lots;
  numbers[at + 5] = position.maxLots;
  numbers[at + 6] = position.openedLots;
  numbers[at + 7] = position.closedLots;
  numbers[at + 8] = position.openedMs;
  cells[at + 9] = position.entryCost;
  cells[at + 10] = openedCost;
  cells[at + 11] = closedValue;
  cells[at + 12] = position.margin;
  cells[at + 13] = position.realisedPnl;
  cells[at + 14] = position.fees;
  cells[at + 15] = funding;
}

function readPosition(chunk: TapeChunk, at: number): PerpetualPositionEvent {
  const { numbers, words, cells } = chunk;
  const flags = words[2 * (at + 3)]!;
  const amount = (entry: number) => cells[at + entry] as Amount;
  const lots = (entry: number) => numbers[at + entry] as Lots;
  return {
    type: 'perpetualPosition',
    change: CHANGES[flags >> CHANGE_SHIFT]!,
    positionId: numbers[at + 1]!,
    userId: numbers[at + 2]!,
    symbolId: words[2 * at + 1]!,
    positionSide: SIDES[flags & 3]!,
    direction: directionOf(flags),
    lots: lots(4),
    maxLots: lots(5),
    entryCost: amount(9),
    openedLots: lots(6),
    openedCost: amount(10),
    closedLots: lots(7),
    closedValue: amount(11),
    marginMode: marginModeOf(flags),
    leverage: words[2 * (at + 3) + 1]!,
    margin: amount(12),
    realisedPnl: amount(13),
    fees: amount(14),
    funding: amount(15),
    openedMs: numbers[at + 8]!,
  };
}

/** Emits the funding paid for a position as it was; `notional` and `amount` are in base units. */
export function tellFundingPaid(
  tape: Tape,
  symbolId: number,
  { positionId, user: { userId }, sign, lots }: Funded,
  { timeMs, ratePpb, wholePpb, samples, expectedSamples }: FundingTerms,
  notional: bigint,
  amount: bigint,
): void {
  if (notional >= LIMIT) {
    tape.note({
      type: 'perpetualFundingPaid',
      symbolId,
      positionId,
      userId,
      timeMs,
      lots: lots as Lots,
      direction: directionOf(sign === -1 ? IS_SHORT : 0),
      notional: notional as Amount,
      ratePpb,
      wholePpb,
      samples,
      expectedSamples,
      amount: amount as Amount,
    });
    return;
  }
  const at = tape.packed(FUNDING_PAID, symbolId);
  const { numbers, words, cells } = tape.chunk;
  numbers[at + 1] = positionId;
  numbers[at + 2] = userId;
  numbers[at + 3] = timeMs;
  numbers[at + 4] = lots;
  words[2 * (at + 5)] = sign === -1 ? IS_SHORT : 0;
  words[2 * (at + 5) + 1] = ratePpb;
  cells[at + 6] = notional;
  cells[at + 7] = amount;
  words[2 * (at + 8)] = wholePpb;
  words[2 * (at + 8) + 1] = samples;
  numbers[at + 9] = expectedSamples;
}

function readFundingPaid(chunk: TapeChunk, at: number): PerpetualFundingPaidEvent {
  const { numbers, words, cells } = chunk;
  return {
    type: 'perpetualFundingPaid',
    symbolId: words[2 * at + 1]!,
    positionId: numbers[at + 1]!,
    userId: numbers[at + 2]!,
    timeMs: numbers[at + 3]!,
    lots: numbers[at + 4] as Lots,
    direction: directionOf(words[2 * (at + 5)]!),
    notional: cells[at + 6] as Amount,
    ratePpb: words[2 * (at + 5) + 1]!,
    wholePpb: words[2 * (at + 8)]!,
    samples: words[2 * (at + 8) + 1]!,
    expectedSamples: numbers[at + 9]!,
    amount: cells[at + 7] as Amount,
  };
}

function isWithin(value: bigint): boolean {
  return value < LIMIT && value > -LIMIT;
}

function directionOf(flags: number): Direction {
  return (flags & IS_SHORT) === 0 ? 'long' : 'short';
}

function marginModeOf(flags: number): MarginMode {
  return (flags & IS_CROSS) === 0 ? 'isolated' : 'cross';
}
