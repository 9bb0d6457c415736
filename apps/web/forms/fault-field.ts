import { CallError, type ErrorKey } from '@candor/api';

/** The fields of order forms and dialogs that a refusal can concern. */
export type FaultField =
  | 'price'
  | 'quantity'
  | 'total'
  | 'trigger'
  | 'callback'
  | 'activation'
  | 'stop'
  | 'profit'
  | 'loss'
  | 'amount';

const byKey: Partial<Record<ErrorKey, FaultField>> = {
  PRICE_OUT_OF_BAND: 'price',
  PRICE_INVALID: 'price',
  PRICE_REQUIRED: 'price',
  PERPETUAL_PRICE_BEYOND_LIQUIDATION: 'price',
  POST_ONLY_WOULD_TAKE: 'price',
  MARGIN_PRICE_TOO_FAR: 'price',
  QUANTITY_INVALID: 'quantity',
  QUANTITY_ABOVE_MAXIMUM: 'quantity',
  QUANTITY_BELOW_FILLED: 'quantity',
  QUANTITY_REQUIRED: 'quantity',
  PERPETUAL_QUANTITY_WHOLE: 'quantity',
  NOTIONAL_TOO_SMALL: 'quantity',
  INSUFFICIENT_BALANCE: 'quantity',
  PERPETUAL_REDUCE_ONLY_REJECTED: 'quantity',
  SECONDS_QUANTITY: 'quantity',
  SECONDS_USER_CAP: 'quantity',
  SECONDS_POOL_SHORT: 'quantity',
  SECONDS_LOSS_LIMIT: 'quantity',
  TRIGGER_WOULD_FIRE: 'trigger',
  TRIGGER_INVALID: 'trigger',
  CALLBACK_TOO_LARGE: 'callback',
  OCO_PRICES_INVALID: 'trigger',
  PERPETUAL_STOP_BEYOND_LIQUIDATION: 'loss',
  AMOUNT_INVALID: 'amount',
  AMOUNT_TOO_LARGE: 'quantity',
  MARGIN_BORROW_LIMIT: 'amount',
  MARGIN_NO_COLLATERAL: 'amount',
};

const byName: Readonly<Record<string, FaultField>> = {
  price: 'price',
  quantity: 'quantity',
  quoteAmount: 'total',
  amount: 'amount',
  money: 'amount',
  triggerPrice: 'trigger',
  callbackPercent: 'callback',
  activationPrice: 'activation',
  stopPrice: 'stop',
  stopQuoteAmount: 'total',
  stopProfit: 'profit',
  stopLoss: 'loss',
  stopQuantity: 'quantity',
};

/** The field that a refusal concerns: as the server names it, else by its kind; null where it concerns none. */
export function faultField(error: unknown): FaultField | null {
  if (!(error instanceof CallError) || error.key === null) return null;
  const named = error.problem?.field?.split('.').at(-1);
  return (named === undefined ? undefined : byName[named]) ?? byKey[error.key] ?? null;
}

/** By the last part of the ids of the forms' own complaints. */
const byProblem: Readonly<Record<string, FaultField>> = {
  price: 'price',
  quantity: 'quantity',
  total: 'total',
  minNotional: 'quantity',
  maxQuantity: 'quantity',
  balance: 'quantity',
  noPosition: 'quantity',
  closable: 'quantity',
  trigger: 'trigger',
  callback: 'callback',
  stopPrice: 'stop',
  PERPETUAL_STOPS_WRONG_SIDE: 'loss',
};

/** The field that a form's own complaint concerns, by the id of its message; null where it concerns none. */
export function problemField(problem: string | null): FaultField | null {
  return byProblem[problem?.split('.').at(-1) ?? ''] ?? null;
}
