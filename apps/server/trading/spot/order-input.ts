import type {
  PlaceOrder,
  PlaceTrigger,
  Side,
  SpotTriggerSource,
  SymbolInfo,
  TimeInForce,
  TriggerKind,
  TriggerTerms,
} from '@candor/kernel';
import { parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { readAmount, readLots, readTicks } from '../../engine/values/index.ts';

/** An order as it arrives: decimal text, not yet in ticks and lots. */
export interface OrderInput {
  readonly symbol: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce?: TimeInForce | undefined;
  readonly postOnly?: boolean | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly quoteAmount?: string | undefined;
  readonly clientOrderId?: string | undefined;
  readonly triggerKind?: TriggerKind | undefined;
  readonly triggerSource?: SpotTriggerSource | undefined;
  readonly triggerPrice?: string | undefined;
  readonly callbackPercent?: string | undefined;
  readonly callbackPrice?: string | undefined;
  readonly activationPrice?: string | undefined;
}

const TRIGGER_FIELDS = [
  'triggerSource',
  'triggerPrice',
  'callbackPercent',
  'callbackPrice',
  'activationPrice',
] as const;
const PPM_DECIMALS_OF_PERCENT = 4;

/** The price that every page shows and that moves without a trade of ours. */
export const DEFAULT_TRIGGER_SOURCE: SpotTriggerSource = 'index';

/**
 * Turns decimal text into a command, exactly: what is no whole number of ticks, lots or base units is refused, never
 * rounded.
 * @throws Refusal
 */
export function readOrder(catalogue: Catalogue, input: OrderInput): PlaceOrder | PlaceTrigger {
  const order = readPlain(catalogue, input);
  const symbol = catalogue.symbol(input.symbol);
  if (input.triggerKind !== undefined) {
    return { ...order, type: 'placeTrigger', ...readTrigger(symbol, input, input.triggerKind) };
  }
  for (const field of TRIGGER_FIELDS) {
    if (input[field] !== undefined) throw new Refusal('INVALID_INPUT', { field });
  }
  return order;
}

function readPlain(catalogue: Catalogue, input: OrderInput): PlaceOrder {
  const symbol = catalogue.symbol(input.symbol);
  const common = {
    type: 'placeOrder',
    symbolId: symbol.symbolId,
    side: input.side,
    orderType: input.type,
    clientOrderId: input.clientOrderId ?? null,
  } as const;
  return input.type === 'limit'
    ? { ...common, ...limitTerms(symbol, input) }
    : { ...common, ...marketTerms(catalogue, symbol, input) };
}

type Terms = Pick<PlaceOrder, 'timeInForce' | 'postOnly' | 'priceTicks' | 'lots' | 'quoteAmount'>;

function limitTerms(symbol: SymbolInfo, input: OrderInput): Terms {
  const timeInForce = input.timeInForce ?? 'GTC';
  const postOnly = input.postOnly ?? false;
  if (input.quoteAmount !== undefined) throw new Refusal('INVALID_INPUT', { field: 'quoteAmount' });
  if (postOnly && timeInForce !== 'GTC') throw new Refusal('INVALID_INPUT', { field: 'timeInForce' });
  if (input.price === undefined) throw new Refusal('PRICE_REQUIRED', { field: 'price' });
  if (input.quantity === undefined) throw new Refusal('QUANTITY_REQUIRED', { field: 'quantity' });
  const priceTicks = readTicks(symbol, input.price);
  return { timeInForce, postOnly, priceTicks, lots: readLots(symbol, input.quantity), quoteAmount: null };
}

function marketTerms(catalogue: Catalogue, symbol: SymbolInfo, input: OrderInput): Terms {
  const timeInForce = input.timeInForce ?? 'IOC';
  if (timeInForce === 'GTC') throw new Refusal('INVALID_INPUT', { field: 'timeInForce' });
  if (input.postOnly === true) throw new Refusal('INVALID_INPUT', { field: 'postOnly' });
  if (input.price !== undefined) throw new Refusal('INVALID_INPUT', { field: 'price' });
  const terms = { timeInForce, postOnly: false, priceTicks: null };
  if (input.quantity !== undefined && input.quoteAmount !== undefined) {
    throw new Refusal('INVALID_INPUT', { field: 'quoteAmount' });
  }
  if (input.quantity !== undefined) {
    return { ...terms, lots: readLots(symbol, input.quantity), quoteAmount: null };
  }
  if (input.quoteAmount === undefined) throw new Refusal('QUANTITY_REQUIRED', { field: 'quantity' });
  const { scale } = catalogue.assetById(symbol.quoteAssetId);
  return { ...terms, lots: null, quoteAmount: readAmount(input.quoteAmount, scale, 'quoteAmount') };
}

function readTrigger(symbol: SymbolInfo, input: OrderInput, kind: TriggerKind): TriggerTerms {
  const ticks = (field: 'triggerPrice' | 'callbackPrice' | 'activationPrice') => {
    const text = input[field];
    return text === undefined ? null : readTicks(symbol, text, field);
  };
  const { callbackPercent } = input;
  const ppm = callbackPercent === undefined ? null : parseDecimal(callbackPercent, PPM_DECIMALS_OF_PERCENT);
  if (callbackPercent !== undefined && ppm === null)
    throw new Refusal('TRIGGER_INVALID', { field: 'callbackPercent' });
  return {
    kind,
    source: input.triggerSource ?? DEFAULT_TRIGGER_SOURCE,
    triggerTicks: ticks('triggerPrice'),
    callbackPpm: ppm === null ? null : Number(ppm),
    callbackTicks: ticks('callbackPrice'),
    activationTicks: ticks('activationPrice'),
  };
}
