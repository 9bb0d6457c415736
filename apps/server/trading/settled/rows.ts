import type { SettledFill, SettledSecond } from '@candor/api';
import { lotsToDecimal, ticksToDecimal } from '@candor/money';
import type { SecondRecord, TradeFee, TradeRecord } from '@candor/projections';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, shownName } from '../../engine/values/index.ts';
import { receiptOf, ticketOf } from '../seconds/index.ts';

/** Returns the public form of a fill; it has no owner to leave out. */
export function settledFillOf(catalogue: Catalogue, trade: TradeRecord): SettledFill {
  const symbol = catalogue.symbolById(trade.symbolId);
  if (symbol === undefined) throw new Error(`no symbol ${trade.symbolId} is listed`);
  const { baseAssetId, quoteAssetId } = symbol;
  const coin = (assetId: number) => catalogue.assetById(assetId).code;
  const side = (assetId: number, { fee, feePpm, fund }: TradeFee) => ({
    coin: coin(assetId),
    fee: amountText(catalogue, assetId, fee),
    feePpm,
    toSafetyFund: amountText(catalogue, assetId, fund),
  });
  return {
    id: trade.tradeId,
    symbol: symbol.name,
    symbol_name: shownName(catalogue, symbol),
    base: coin(baseAssetId),
    quote: coin(quoteAssetId),
    priceDecimals: symbol.priceDecimals,
    takerSide: trade.takerSide,
    price: ticksToDecimal(trade.priceTicks, symbol),
    quantity: lotsToDecimal(trade.lots, symbol),
    amount: amountText(catalogue, quoteAssetId, trade.quoteAmount),
    buyer: side(baseAssetId, trade.buyer),
    seller: side(quoteAssetId, trade.seller),
    house: trade.house,
    time: trade.timeMs,
    seq: trade.seq,
  };
}

/** Returns the public form of a contract that ended: all inputs of its settlement, and nothing that names its owner. */
export function settledSecondOf(catalogue: Catalogue, record: SecondRecord): SettledSecond | null {
  const { terms, simulated, end } = record;
  const symbol = catalogue.symbolById(terms.symbolId);
  if (end === null || symbol === undefined) return null;
  const { ticket, ...receipt } = receiptOf(
    catalogue,
    ticketOf(catalogue, terms, simulated),
    end,
    terms.assetId,
  );
  const { userId: _owner, contractId: _contract, journalSeq: _accepted, ...shown } = ticket;
  return {
    symbol_name: shownName(catalogue, symbol),
    priceDecimals: symbol.priceDecimals,
    ticket: shown,
    ...receipt,
    time: end.endedMs,
    seq: end.seq,
  };
}
