import type { Amount, Lots, PriceTicks } from '@candor/money';
import { posting } from '../../events/posting.ts';
import * as r from '../../events/records.ts';
import type { TapeChunk } from '../../events/tape.ts';
import type { KernelEvent, Posting } from '../../events.ts';
import { FEES, SAFETY_FUND } from '../../ledger/accounts.ts';
import { userOf } from '../../ledger/wallets.ts';
import type { TradeEvent } from './events.ts';

/** A trade, the entry that swaps the assets, and one entry for each fee with the safety fund's part in it. */
export function fillEvents(chunk: TapeChunk, at: number, events: KernelEvent[]): void {
  const { numbers, words, cells } = chunk;
  const trade = tradeAt(chunk, at);
  const { tradeId } = trade;
  const takerSells = trade.takerSide === 'sell';
  const buyer = numbers[at + (takerSells ? r.MAKER_USER : r.TAKER_USER)]!;
  const seller = numbers[at + (takerSells ? r.TAKER_USER : r.MAKER_USER)]!;
  const baseId = words[2 * (at + r.FILL_ASSETS)]!;
  const quoteId = words[2 * (at + r.FILL_ASSETS) + 1]!;
  const base = units(numbers[at + r.FILL_BASE]!);
  const quote = trade.quoteAmount;
  const buyerFee = units(numbers[at + r.BUYER_FEE]!);
  const sellerFee = units(numbers[at + r.SELLER_FEE]!);
  events.push(trade, {
    type: 'entry',
    kind: r.ENTRY_TRADE,
    tradeId,
    orderId: trade.takerOrderId,
    postings: [
      posting(buyer, quoteId, -quote, cells[at + r.BUYER_QUOTE_TOTAL]!),
      posting(seller, quoteId, quote, cells[at + r.SELLER_QUOTE_TOTAL]! + sellerFee),
      posting(seller, baseId, -base, cells[at + r.SELLER_BASE_TOTAL]!),
      posting(buyer, baseId, base, cells[at + r.BUYER_BASE_TOTAL]! + buyerFee),
    ],
  });
  if (buyerFee > 0n) {
    const fund = units(numbers[at + r.BASE_FUND]!);
    const totals = [r.BUYER_BASE_TOTAL, r.FEES_BASE_TOTAL, r.FUND_BASE_TOTAL].map(
      (entry) => cells[at + entry]!,
    );
    const orderId = takerSells ? trade.makerOrderId : trade.takerOrderId;
    const postings = feePostings(buyer, baseId, buyerFee, fund, totals);
    events.push({ type: 'entry', kind: r.ENTRY_FEE, tradeId, orderId, postings });
  }
  if (sellerFee > 0n) {
    const fund = units(numbers[at + r.QUOTE_FUND]!);
    const totals = [r.SELLER_QUOTE_TOTAL, r.FEES_QUOTE_TOTAL, r.FUND_QUOTE_TOTAL].map(
      (entry) => cells[at + entry]!,
    );
    const orderId = takerSells ? trade.takerOrderId : trade.makerOrderId;
    const postings = feePostings(seller, quoteId, sellerFee, fund, totals);
    events.push({ type: 'entry', kind: r.ENTRY_FEE, tradeId, orderId, postings });
  }
}

function tradeAt(chunk: TapeChunk, at: number): TradeEvent {
  const { numbers, words } = chunk;
  const flags = words[2 * at]!;
  const takerSells = (flags & r.TAKER_SELLS) !== 0;
  return {
    type: 'trade',
    tradeId: numbers[at + r.TRADE_ID]!,
    symbolId: words[2 * at + 1]!,
    priceTicks: numbers[at + r.FILL_PRICE] as PriceTicks,
    lots: numbers[at + r.FILL_LOTS] as Lots,
    quoteAmount: units(numbers[at + r.FILL_QUOTE]!),
    takerSide: takerSells ? 'sell' : 'buy',
    makerOrderId: numbers[at + r.MAKER_ORDER]!,
    takerOrderId: numbers[at + r.TAKER_ORDER]!,
    makerUserId: userOf(numbers[at + r.MAKER_USER]!),
    takerUserId: userOf(numbers[at + r.TAKER_USER]!),
    makerFee: units(numbers[at + (takerSells ? r.BUYER_FEE : r.SELLER_FEE)]!),
    takerFee: units(numbers[at + (takerSells ? r.SELLER_FEE : r.BUYER_FEE)]!),
    makerFeePpm: words[2 * (at + r.FILL_RATES)]!,
    takerFeePpm: words[2 * (at + r.FILL_RATES) + 1]!,
    makerHouse: (flags & r.MAKER_HOUSE) !== 0,
    takerHouse: (flags & r.TAKER_HOUSE) !== 0,
  };
}

/** `totals` are the balances after it of the payer, the fees account and the safety fund. */
function feePostings(
  payer: number,
  assetId: number,
  fee: bigint,
  fund: bigint,
  totals: readonly bigint[],
): Posting[] {
  const postings = [posting(payer, assetId, -fee, totals[0]!)];
  if (fee > fund) postings.push(posting(FEES, assetId, fee - fund, totals[1]!));
  if (fund > 0n) postings.push(posting(SAFETY_FUND, assetId, fund, totals[2]!));
  return postings;
}

function units(value: number): Amount {
  return BigInt(value) as Amount;
}
