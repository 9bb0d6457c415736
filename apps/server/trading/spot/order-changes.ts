import type { AmendOrder, PlaceOco, Side, SpotTriggerSource } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { readAmount, readLots, readTicks } from '../../engine/values/index.ts';
import { DEFAULT_TRIGGER_SOURCE } from './order-input.ts';

/** A limit order and a stop of which one cancels the other, as they arrive. */
export interface OcoInput {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: string;
  readonly price: string;
  readonly clientOrderId?: string | undefined;
  readonly triggerPrice: string;
  readonly triggerSource?: SpotTriggerSource | undefined;
  readonly stopPrice?: string | undefined;
  readonly stopQuoteAmount?: string | undefined;
  readonly stopClientOrderId?: string | undefined;
}

/** A change of an order, as it arrives; what is missing stays. */
export interface AmendInput {
  readonly symbol: string;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly quoteAmount?: string | undefined;
  readonly triggerPrice?: string | undefined;
}

/** @throws Refusal for what is no whole number of ticks, lots or base units */
export function readOco(catalogue: Catalogue, input: OcoInput): PlaceOco {
  const symbol = catalogue.symbol(input.symbol);
  const { stopPrice, stopQuoteAmount } = input;
  // a stop that buys at the market spends an amount; every other one has the pair's quantity
  const isByAmount = input.side === 'buy' && stopPrice === undefined;
  if (isByAmount && stopQuoteAmount === undefined)
    throw new Refusal('QUANTITY_REQUIRED', { field: 'stopQuoteAmount' });
  if (!isByAmount && stopQuoteAmount !== undefined)
    throw new Refusal('INVALID_INPUT', { field: 'stopQuoteAmount' });
  const { scale } = catalogue.assetById(symbol.quoteAssetId);
  return {
    type: 'placeOco',
    symbolId: symbol.symbolId,
    side: input.side,
    priceTicks: readTicks(symbol, input.price),
    lots: readLots(symbol, input.quantity),
    clientOrderId: input.clientOrderId ?? null,
    source: input.triggerSource ?? DEFAULT_TRIGGER_SOURCE,
    triggerTicks: readTicks(symbol, input.triggerPrice, 'triggerPrice'),
    stopPriceTicks: stopPrice === undefined ? null : readTicks(symbol, stopPrice, 'stopPrice'),
    stopQuoteAmount:
      stopQuoteAmount === undefined ? null : readAmount(stopQuoteAmount, scale, 'stopQuoteAmount'),
    stopClientOrderId: input.stopClientOrderId ?? null,
  };
}

/** @throws Refusal for what is no whole number of ticks, lots or base units */
export function readAmend(catalogue: Catalogue, input: AmendInput): AmendOrder {
  const symbol = catalogue.symbol(input.symbol);
  const { price, quantity, quoteAmount, triggerPrice } = input;
  const { scale } = catalogue.assetById(symbol.quoteAssetId);
  return {
    type: 'amendOrder',
    symbolId: symbol.symbolId,
    orderId: input.orderId ?? null,
    clientOrderId: input.clientOrderId ?? null,
    priceTicks: price === undefined ? null : readTicks(symbol, price),
    lots: quantity === undefined ? null : readLots(symbol, quantity),
    quoteAmount: quoteAmount === undefined ? null : readAmount(quoteAmount, scale, 'quoteAmount'),
    triggerTicks: triggerPrice === undefined ? null : readTicks(symbol, triggerPrice, 'triggerPrice'),
  };
}
