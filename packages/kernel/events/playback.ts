import type { Amount, Lots, PriceTicks } from '@candor/money';
import { SYMBOL_STATES } from '../codec/commands.ts';
import type { TimeInForce } from '../commands.ts';
import type {
  EntryEvent,
  KernelEvent,
  OrderAcceptedEvent,
  OrderDoneEvent,
  Posting,
  TradeEvent,
} from '../events.ts';
import { FEES, SAFETY_FUND } from '../ledger/accounts.ts';
import * as r from './recorder.ts';
import type { TapeChunk } from './tape.ts';

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** Makes the events of a stretch of tape. `textsStart` is where the texts of the command begin. */
export function playback(chunk: TapeChunk, from: number, to: number, textsStart: number): KernelEvent[] {
  const events: KernelEvent[] = [];
  const { numbers } = chunk;
  let at = from;
  while (at < to) {
    switch (numbers[at]) {
      case r.ACCEPTED:
        events.push(accepted(chunk, at, textsStart));
        at += r.ACCEPTED_SIZE;
        break;
      case r.RESTED:
        events.push({
          type: 'orderRested',
          orderId: numbers[at + 1]!,
          userId: numbers[at + 2]!,
          symbolId: numbers[at + 3]!,
          side: sideOf(numbers[at + 4]!),
          priceTicks: numbers[at + 5] as PriceTicks,
          lots: numbers[at + 6] as Lots,
          house: (numbers[at + 4]! & r.IS_HOUSE) !== 0,
        });
        at += r.RESTED_SIZE;
        break;
      case r.FILL:
        fillEvents(chunk, at, events);
        at += r.FILL_SIZE;
        break;
      case r.DONE:
        events.push(done(chunk, at));
        at += r.DONE_SIZE;
        break;
      case r.BALANCE:
        events.push({
          type: 'balance',
          userId: numbers[at + 1]!,
          assetId: numbers[at + 2]!,
          available: (chunk.cells[at + 3]! - chunk.cells[at + 4]!) as Amount,
          held: chunk.cells[at + 4] as Amount,
        });
        at += r.BALANCE_SIZE;
        break;
      case r.INDEX:
        events.push({
          type: 'index',
          tickNo: numbers[at + 1]!,
          symbolId: numbers[at + 2]!,
          priceTicks: numbers[at + 3] === 0 ? null : (numbers[at + 3] as PriceTicks),
          venuesUsed: numbers[at + 4]!,
        });
        at += r.INDEX_SIZE;
        break;
      case r.SYMBOL_STATE:
        events.push({
          type: 'symbolState',
          symbolId: numbers[at + 1]!,
          state: SYMBOL_STATES[numbers[at + 2]!]!,
          reason: chunk.texts[textsStart + numbers[at + 3]! - 1]!,
        });
        at += r.SYMBOL_STATE_SIZE;
        break;
      case r.CATALOGUE:
        events.push({ type: 'catalogue' });
        at += r.CATALOGUE_SIZE;
        break;
      case r.ENTRY: {
        const count = numbers[at + 4]!;
        events.push(entry(chunk, at, count));
        at += r.ENTRY_SIZE + count * r.POSTING_SIZE;
        break;
      }
      default:
        throw new Error('The tape is not readable here');
    }
  }
  return events;
}

function accepted(chunk: TapeChunk, at: number, textsStart: number): OrderAcceptedEvent {
  const { numbers } = chunk;
  const flags = numbers[at + 4]!;
  const text = numbers[at + 8]!;
  return {
    type: 'orderAccepted',
    orderId: numbers[at + 1]!,
    userId: numbers[at + 2]!,
    symbolId: numbers[at + 3]!,
    side: sideOf(flags),
    orderType: (flags & r.IS_MARKET) === 0 ? 'limit' : 'market',
    timeInForce: TIMES_IN_FORCE[flags >> r.CODE_SHIFT]!,
    postOnly: (flags & r.IS_POST_ONLY) !== 0,
    priceTicks: (flags & r.HAS_PRICE) === 0 ? null : (numbers[at + 5] as PriceTicks),
    lots: (flags & r.HAS_LOTS) === 0 ? null : (numbers[at + 6] as Lots),
    quoteAmount: (flags & r.HAS_QUOTE_AMOUNT) === 0 ? null : units(numbers[at + 7]!),
    clientOrderId: text === 0 ? null : chunk.texts[textsStart + text - 1]!,
    house: (flags & r.IS_HOUSE) !== 0,
  };
}

function done(chunk: TapeChunk, at: number): OrderDoneEvent {
  const { numbers } = chunk;
  const flags = numbers[at + 4]!;
  return {
    type: 'orderDone',
    orderId: numbers[at + 1]!,
    userId: numbers[at + 2]!,
    symbolId: numbers[at + 3]!,
    side: sideOf(flags),
    priceTicks: (flags & r.HAS_PRICE) === 0 ? null : (numbers[at + 5] as PriceTicks),
    reason: r.DONE_REASONS[flags >> r.CODE_SHIFT]!,
    removedLots: numbers[at + 6] as Lots,
    house: (flags & r.IS_HOUSE) !== 0,
  };
}

function entry(chunk: TapeChunk, at: number, count: number): EntryEvent {
  const { numbers, cells } = chunk;
  const postings: Posting[] = [];
  for (let i = 0; i < count; i++) {
    const posting = at + r.ENTRY_SIZE + i * r.POSTING_SIZE;
    postings.push({
      account: numbers[posting]!,
      assetId: numbers[posting + 1]!,
      amount: cells[posting + 2] as Amount,
      balance: cells[posting + 3] as Amount,
    });
  }
  return {
    type: 'entry',
    kind: r.ENTRY_KINDS[numbers[at + 1]!]!,
    tradeId: numbers[at + 2]!,
    orderId: numbers[at + 3]!,
    postings,
  };
}

/** A trade, the entry that swaps the assets, and one entry for each fee with the safety fund's part. */
function fillEvents(chunk: TapeChunk, at: number, events: KernelEvent[]): void {
  const { numbers, cells } = chunk;
  const flags = numbers[at + 7]!;
  const takerSells = (flags & r.TAKER_SELLS) !== 0;
  const trade: TradeEvent = {
    type: 'trade',
    tradeId: numbers[at + 1]!,
    symbolId: numbers[at + 2]!,
    priceTicks: numbers[at + 5] as PriceTicks,
    lots: numbers[at + 6] as Lots,
    quoteAmount: units(numbers[at + 8]!),
    takerSide: takerSells ? 'sell' : 'buy',
    makerOrderId: numbers[at + 10]!,
    takerOrderId: numbers[at + 11]!,
    makerUserId: numbers[at + 12]!,
    takerUserId: numbers[at + 13]!,
    makerFee: units(numbers[at + (takerSells ? 14 : 15)]!),
    takerFee: units(numbers[at + (takerSells ? 15 : 14)]!),
    makerFeePpm: numbers[at + 26]!,
    takerFeePpm: numbers[at + 27]!,
    makerHouse: (flags & r.MAKER_HOUSE) !== 0,
    takerHouse: (flags & r.TAKER_HOUSE) !== 0,
  };
  events.push(trade);
  const { tradeId } = trade;
  const [buyer, seller] = takerSells
    ? [trade.makerUserId, trade.takerUserId]
    : [trade.takerUserId, trade.makerUserId];
  const [buyerOrder, sellerOrder] = takerSells
    ? [trade.makerOrderId, trade.takerOrderId]
    : [trade.takerOrderId, trade.makerOrderId];
  const baseId = numbers[at + 3]!;
  const quoteId = numbers[at + 4]!;
  const base = units(numbers[at + 9]!);
  const quote = trade.quoteAmount;
  const buyerFee = units(numbers[at + 14]!);
  const sellerFee = units(numbers[at + 15]!);
  events.push({
    type: 'entry',
    kind: 'trade',
    tradeId,
    orderId: trade.takerOrderId,
    postings: [
      posting(buyer, quoteId, -quote, cells[at + 19]!),
      posting(seller, quoteId, quote, cells[at + 21]! + sellerFee),
      posting(seller, baseId, -base, cells[at + 20]!),
      posting(buyer, baseId, base, cells[at + 18]! + buyerFee),
    ],
  });
  if (buyerFee > 0n) {
    const fund = units(numbers[at + 16]!);
    events.push({
      type: 'entry',
      kind: 'fee',
      tradeId,
      orderId: buyerOrder,
      postings: feePostings(buyer, baseId, buyerFee, fund, cells[at + 18]!, cells[at + 22]!, cells[at + 24]!),
    });
  }
  if (sellerFee > 0n) {
    const fund = units(numbers[at + 17]!);
    events.push({
      type: 'entry',
      kind: 'fee',
      tradeId,
      orderId: sellerOrder,
      postings: feePostings(
        seller,
        quoteId,
        sellerFee,
        fund,
        cells[at + 21]!,
        cells[at + 23]!,
        cells[at + 25]!,
      ),
    });
  }
}

function feePostings(
  payer: number,
  assetId: number,
  fee: bigint,
  fund: bigint,
  payerTotal: bigint,
  feesTotal: bigint,
  fundTotal: bigint,
): Posting[] {
  const postings = [posting(payer, assetId, -fee, payerTotal)];
  if (fee > fund) postings.push(posting(FEES, assetId, fee - fund, feesTotal));
  if (fund > 0n) postings.push(posting(SAFETY_FUND, assetId, fund, fundTotal));
  return postings;
}

function posting(account: number, assetId: number, amount: bigint, balance: bigint): Posting {
  return { account, assetId, amount: amount as Amount, balance: balance as Amount };
}

function sideOf(flags: number): 'buy' | 'sell' {
  return (flags & r.IS_SELL) === 0 ? 'buy' : 'sell';
}

function units(value: number): Amount {
  return BigInt(value) as Amount;
}
