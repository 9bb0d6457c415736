import type { Amount, Lots, PriceTicks } from '@candor/money';
import { SYMBOL_STATES } from '../codec/commands.ts';
import type { TimeInForce } from '../commands.ts';
import type {
  BalanceEvent,
  EntryEvent,
  KernelEvent,
  OrderAcceptedEvent,
  OrderDoneEvent,
  OrderRestedEvent,
  Posting,
} from '../events.ts';
import { PRACTICE_CUSTODY } from '../ledger/accounts.ts';
import { ENTRY_KINDS } from '../ledger/entry-kinds.ts';
import { userOf, walletName } from '../ledger/wallets.ts';
import { fillEvents, posting } from './fill-events.ts';
import { layoutOf } from './packed.ts';
import * as r from './records.ts';
import type { TapeChunk } from './tape.ts';

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** Makes the events of a stretch of tape. The last two are where the texts and notes of the command begin. */
export function playback(
  chunk: TapeChunk,
  from: number,
  to: number,
  textsStart: number,
  notesStart: number,
): KernelEvent[] {
  const events: KernelEvent[] = [];
  let at = from;
  while (at < to) {
    if ((chunk.words[2 * at]! & r.KIND_MASK) === r.NOTE) {
      events.push(chunk.notes[notesStart + chunk.words[2 * at + 1]! - 1]!);
      at += r.NOTE_SIZE;
    } else {
      at += play(chunk, at, textsStart, events);
    }
  }
  return events;
}

/** Makes the events of one record and returns its size. */
function play(chunk: TapeChunk, at: number, textsStart: number, events: KernelEvent[]): number {
  switch (chunk.words[2 * at]! & r.KIND_MASK) {
    case r.ACCEPTED:
      events.push(accepted(chunk, at, textsStart, units(chunk.numbers[at + r.QUOTE_AMOUNT]!)));
      return r.ACCEPTED_SIZE;
    case r.OPENED:
      events.push(accepted(chunk, at, textsStart, null), rested(chunk, at));
      return r.OPENED_SIZE;
    case r.RESTED:
      events.push(rested(chunk, at));
      return r.RESTED_SIZE;
    case r.FILL:
      fillEvents(chunk, at, events);
      return r.FILL_SIZE;
    case r.DONE:
      events.push(done(chunk, at));
      return r.DONE_SIZE;
    case r.BALANCE:
      events.push(balance(chunk, at));
      return r.BALANCE_SIZE;
    case r.INDEX: {
      const priceTicks = chunk.words[2 * (at + 2)]!;
      events.push({
        type: 'index',
        tickNo: chunk.numbers[at + 1]!,
        symbolId: chunk.words[2 * at + 1]!,
        priceTicks: priceTicks === 0 ? null : (priceTicks as PriceTicks),
        venuesUsed: chunk.words[2 * (at + 2) + 1]!,
      });
      return r.INDEX_SIZE;
    }
    case r.SYMBOL_STATE:
      events.push({
        type: 'symbolState',
        symbolId: chunk.words[2 * at + 1]!,
        state: SYMBOL_STATES[chunk.words[2 * (at + 1)]!]!,
        reason: textAt(chunk, at + 1, textsStart)!,
      });
      return r.SYMBOL_STATE_SIZE;
    case r.CATALOGUE:
      events.push({ type: 'catalogue' });
      return r.CATALOGUE_SIZE;
    case r.PRACTICE_FUNDS:
      events.push(practiceFunds(chunk, at));
      return r.PRACTICE_FUNDS_SIZE;
    case r.ENTRY:
      events.push(entry(chunk, at));
      return r.ENTRY_HEAD_SIZE + r.POSTING_SIZE * chunk.words[2 * at + 1]!;
    case r.PACKED: {
      const layout = layoutOf(chunk.words[2 * at]! >> r.CODE_SHIFT);
      events.push(layout.read(chunk, at));
      return layout.size;
    }
    default:
      throw new Error('The tape is not readable here');
  }
}

function accepted(
  chunk: TapeChunk,
  at: number,
  textsStart: number,
  quoteAmount: Amount | null,
): OrderAcceptedEvent {
  const { words, numbers } = chunk;
  const flags = words[2 * at]!;
  return {
    type: 'orderAccepted',
    orderId: numbers[at + r.ORDER_ID]!,
    userId: userOf(numbers[at + r.USER_ID]!),
    wallet: walletName(numbers[at + r.USER_ID]!),
    symbolId: words[2 * at + 1]!,
    side: sideOf(flags),
    orderType: (flags & r.IS_MARKET) === 0 ? 'limit' : 'market',
    timeInForce: TIMES_IN_FORCE[flags >> r.CODE_SHIFT]!,
    postOnly: (flags & r.IS_POST_ONLY) !== 0,
    priceTicks: priceOf(chunk, at),
    lots: (flags & r.HAS_LOTS) === 0 ? null : (numbers[at + r.LOTS] as Lots),
    quoteAmount: (flags & r.HAS_QUOTE_AMOUNT) === 0 ? null : quoteAmount,
    clientOrderId: textAt(chunk, at + r.PRICE_AND_TEXT, textsStart),
    house: (flags & r.IS_HOUSE) !== 0,
  };
}

function rested(chunk: TapeChunk, at: number): OrderRestedEvent {
  const { words, numbers } = chunk;
  const flags = words[2 * at]!;
  return {
    type: 'orderRested',
    orderId: numbers[at + r.ORDER_ID]!,
    userId: userOf(numbers[at + r.USER_ID]!),
    symbolId: words[2 * at + 1]!,
    side: sideOf(flags),
    priceTicks: words[2 * (at + r.PRICE_AND_TEXT)] as PriceTicks,
    lots: numbers[at + r.LOTS] as Lots,
    house: (flags & r.IS_HOUSE) !== 0,
  };
}

function done(chunk: TapeChunk, at: number): OrderDoneEvent {
  const { words, numbers } = chunk;
  const flags = words[2 * at]!;
  return {
    type: 'orderDone',
    orderId: numbers[at + r.ORDER_ID]!,
    userId: userOf(numbers[at + r.USER_ID]!),
    symbolId: words[2 * at + 1]!,
    side: sideOf(flags),
    priceTicks: priceOf(chunk, at),
    reason: r.DONE_REASONS[flags >> r.CODE_SHIFT]!,
    removedLots: numbers[at + r.LOTS] as Lots,
    house: (flags & r.IS_HOUSE) !== 0,
  };
}

function balance(chunk: TapeChunk, at: number): BalanceEvent {
  const { words, numbers, cells } = chunk;
  return {
    type: 'balance',
    userId: userOf(numbers[at + 1]!),
    wallet: walletName(numbers[at + 1]!),
    assetId: words[2 * at + 1]!,
    available: (cells[at + r.TOTAL]! - cells[at + r.HELD]!) as Amount,
    held: cells[at + r.HELD] as Amount,
  };
}

function practiceFunds(chunk: TapeChunk, at: number): EntryEvent {
  const assetId = chunk.words[2 * at + 1]!;
  const amount = chunk.cells[at + 2]!;
  return {
    type: 'entry',
    kind: r.ENTRY_PRACTICE_FUNDS,
    tradeId: 0,
    orderId: 0,
    postings: [
      posting(PRACTICE_CUSTODY, assetId, -amount, chunk.cells[at + 3]!),
      posting(chunk.numbers[at + 1]!, assetId, amount, chunk.cells[at + 4]!),
    ],
  };
}

function entry(chunk: TapeChunk, at: number): EntryEvent {
  const { words, numbers, cells } = chunk;
  const postings: Posting[] = [];
  const end = at + r.ENTRY_HEAD_SIZE + r.POSTING_SIZE * words[2 * at + 1]!;
  for (let i = at + r.ENTRY_HEAD_SIZE; i < end; i += r.POSTING_SIZE) {
    postings.push(posting(numbers[i]!, numbers[i + 1]!, cells[i + 2]!, cells[i + 3]!));
  }
  return {
    type: 'entry',
    kind: ENTRY_KINDS[words[2 * at]! >> r.CODE_SHIFT]!,
    tradeId: numbers[at + 1]!,
    orderId: numbers[at + 2]!,
    postings,
  };
}

function priceOf(chunk: TapeChunk, at: number): PriceTicks | null {
  if ((chunk.words[2 * at]! & r.HAS_PRICE) === 0) return null;
  return chunk.words[2 * (at + r.PRICE_AND_TEXT)] as PriceTicks;
}

function textAt(chunk: TapeChunk, entry: number, textsStart: number): string | null {
  const text = chunk.words[2 * entry + 1]!;
  return text === 0 ? null : chunk.texts[textsStart + text - 1]!;
}

function sideOf(flags: number): 'buy' | 'sell' {
  return (flags & r.IS_SELL) === 0 ? 'buy' : 'sell';
}

function units(value: number): Amount {
  return BigInt(value) as Amount;
}
