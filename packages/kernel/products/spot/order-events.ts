import type { Amount, Lots, PriceTicks } from '@candor/money';
import { SYMBOL_STATES } from '../../codec/words.ts';
import { recordPlayer } from '../../events/packed.ts';
import * as r from '../../events/records.ts';
import type { TapeChunk } from '../../events/tape.ts';
import { userOf, walletName } from '../../ledger/wallets.ts';
import type { TimeInForce } from '../../vocabulary.ts';
import type { OrderAcceptedEvent, OrderDoneEvent, OrderRestedEvent } from './events.ts';
import { fillEvents } from './fill-events.ts';

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

recordPlayer(r.ACCEPTED, (chunk, at, textsStart, events) => {
  events.push(accepted(chunk, at, textsStart, units(chunk.numbers[at + r.QUOTE_AMOUNT]!)));
  return r.ACCEPTED_SIZE;
});
recordPlayer(r.OPENED, (chunk, at, textsStart, events) => {
  events.push(accepted(chunk, at, textsStart, null), rested(chunk, at));
  return r.OPENED_SIZE;
});
recordPlayer(r.RESTED, (chunk, at, _textsStart, events) => {
  events.push(rested(chunk, at));
  return r.RESTED_SIZE;
});
recordPlayer(r.FILL, (chunk, at, _textsStart, events) => {
  fillEvents(chunk, at, events);
  return r.FILL_SIZE;
});
recordPlayer(r.DONE, (chunk, at, _textsStart, events) => {
  events.push(done(chunk, at));
  return r.DONE_SIZE;
});
recordPlayer(r.SYMBOL_STATE, (chunk, at, textsStart, events) => {
  events.push({
    type: 'symbolState',
    symbolId: chunk.words[2 * at + 1]!,
    state: SYMBOL_STATES[chunk.words[2 * (at + 1)]!]!,
    reason: textAt(chunk, at + 1, textsStart)!,
  });
  return r.SYMBOL_STATE_SIZE;
});

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
