import type { EntryTrigger, ExitTerms, PlacePerpetualOrder, PositionMode, TimeInForce } from '@candor/kernel';
import { type Lots, type PriceTicks, parseDecimal, toTicks } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ContractInfo } from './queries.ts';

/** A contract order as it arrives: decimal text, not yet in ticks and lots. */
export interface ContractOrderInput {
  readonly symbol: string;
  readonly type: 'limit' | 'market';
  readonly timeInForce?: TimeInForce | undefined;
  readonly postOnly?: boolean | undefined;
  readonly price?: string | undefined;
  readonly quantity: string;
  readonly triggerPrice?: string | undefined;
  readonly triggerBy?: EntryTrigger['source'] | undefined;
  readonly clientOrderId?: string | undefined;
  readonly leverage?: number | undefined;
  readonly marginMode?: 'isolated' | 'cross' | undefined;
  readonly stopProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly stopQuantity?: string | undefined;
  readonly stopTriggerBy?: ExitTerms['source'] | undefined;
}

/** Intent of an order: opens or closes a long or a short position. */
export interface Intent {
  readonly positionSide: 'long' | 'short';
  readonly closes: boolean;
}

/** @throws Refusal PRICE_INVALID for what is no whole number of ticks */
export function readTicks(contract: ContractInfo, text: string, field: string): PriceTicks {
  const ticks = toTicks(text, contract);
  if (ticks === null || ticks <= 0) {
    throw new Refusal('PRICE_INVALID', { field, details: { step: contract.tickDecimal } });
  }
  return ticks;
}

/**
 * Contracts are counted whole: one is one lot.
 * @throws Refusal PERPETUAL_QUANTITY_WHOLE, QUANTITY_INVALID, QUANTITY_ABOVE_MAXIMUM
 */
export function readContracts(contract: ContractInfo, text: string, field = 'quantity'): Lots {
  const lots = parseDecimal(text, 0);
  if (lots === null) throw new Refusal('PERPETUAL_QUANTITY_WHOLE', { field });
  if (lots <= 0n) throw new Refusal('QUANTITY_INVALID', { field, details: { step: '1' } });
  if (lots > BigInt(contract.maxLots)) {
    const details = { maximum: String(contract.maxLots) };
    throw new Refusal('QUANTITY_ABOVE_MAXIMUM', { field, details });
  }
  return Number(lots) as Lots;
}

/** The stops that a position gets. @throws Refusal, also where terms of stops are given and no stop is */
function readExits(
  contract: ContractInfo,
  { stopProfit, stopLoss, stopQuantity, stopTriggerBy }: ContractOrderInput,
): Pick<PlacePerpetualOrder, 'takeProfit' | 'stopLoss'> {
  if (stopProfit === undefined && stopLoss === undefined) {
    if (stopQuantity !== undefined) throw new Refusal('INVALID_INPUT', { field: 'stopQuantity' });
    if (stopTriggerBy !== undefined) throw new Refusal('INVALID_INPUT', { field: 'stopTriggerBy' });
    return { takeProfit: null, stopLoss: null };
  }
  const lots = stopQuantity === undefined ? null : readContracts(contract, stopQuantity, 'stopQuantity');
  const source = stopTriggerBy ?? 'mark';
  const exit = (text: string | undefined, field: string): ExitTerms | null =>
    text === undefined ? null : { triggerTicks: readTicks(contract, text, field), source, lots };
  return { takeProfit: exit(stopProfit, 'stopProfit'), stopLoss: exit(stopLoss, 'stopLoss') };
}

/** Returns the trigger of the order; null for one that is placed at once. @throws Refusal */
function readTrigger(
  contract: ContractInfo,
  { triggerPrice, triggerBy }: ContractOrderInput,
): EntryTrigger | null {
  if (triggerPrice === undefined) {
    if (triggerBy !== undefined) throw new Refusal('INVALID_INPUT', { field: 'triggerBy' });
    return null;
  }
  return { triggerTicks: readTicks(contract, triggerPrice, 'triggerPrice'), source: triggerBy ?? 'mark' };
}

/** Fields of opening orders only: a closing one neither changes settings nor leaves stops. */
const OPENING_FIELDS = [
  'leverage',
  'marginMode',
  'stopProfit',
  'stopLoss',
  'stopQuantity',
  'stopTriggerBy',
] as const;

/**
 * The command of an order, exactly: what is no whole number of ticks or contracts is refused, never rounded.
 * @throws Refusal
 */
export function readContractOrder(
  contract: ContractInfo,
  input: ContractOrderInput,
  { positionSide, closes }: Intent,
  mode: PositionMode,
): PlacePerpetualOrder {
  const field = closes ? OPENING_FIELDS.find((name) => input[name] !== undefined) : undefined;
  if (field !== undefined) throw new Refusal('INVALID_INPUT', { field });
  return {
    type: 'placePerpetualOrder',
    symbolId: contract.symbolId,
    positionSide: mode === 'hedge' ? positionSide : 'both',
    side: (positionSide === 'long') === closes ? 'sell' : 'buy',
    orderType: input.type,
    ...termsOf(contract, input),
    reduceOnly: closes,
    lots: readContracts(contract, input.quantity),
    clientOrderId: input.clientOrderId ?? null,
    trigger: readTrigger(contract, input),
    ...readExits(contract, input),
    leverage: input.leverage ?? null,
    marginMode: input.marginMode ?? null,
  };
}

function termsOf(
  contract: ContractInfo,
  input: ContractOrderInput,
): Pick<PlacePerpetualOrder, 'timeInForce' | 'postOnly' | 'priceTicks'> {
  const postOnly = input.postOnly ?? false;
  if (input.type === 'market') {
    if (input.timeInForce === 'GTC') throw new Refusal('INVALID_INPUT', { field: 'timeInForce' });
    if (postOnly) throw new Refusal('INVALID_INPUT', { field: 'postOnly' });
    if (input.price !== undefined) throw new Refusal('INVALID_INPUT', { field: 'price' });
    return { timeInForce: input.timeInForce ?? 'IOC', postOnly, priceTicks: null };
  }
  const timeInForce = input.timeInForce ?? 'GTC';
  if (postOnly && timeInForce !== 'GTC') throw new Refusal('INVALID_INPUT', { field: 'timeInForce' });
  if (input.price === undefined) throw new Refusal('PRICE_REQUIRED', { field: 'price' });
  return { timeInForce, postOnly, priceTicks: readTicks(contract, input.price, 'price') };
}
