import { CallError, type ErrorKey } from '@candor/contract';

/** The fields of order forms and dialogs that a refusal can concern. */
export type FaultField = 'price' | 'quantity' | 'total' | 'trigger' | 'stop' | 'profit' | 'loss' | 'amount';

const byKey: Partial<Record<ErrorKey, FaultField>> = {
  PRICE_OUT_OF_BAND: 'price',
  PRICE_INVALID: 'price',
  PRICE_REQUIRED: 'price',
  PRICE_BEYOND_LIQUIDATION: 'price',
  POST_ONLY_WOULD_TAKE: 'price',
  MARGIN_PRICE_TOO_FAR: 'price',
  QUANTITY_INVALID: 'quantity',
  QUANTITY_REQUIRED: 'quantity',
  CONTRACT_QUANTITY_WHOLE: 'quantity',
  NOTIONAL_TOO_SMALL: 'quantity',
  INSUFFICIENT_BALANCE: 'quantity',
  REDUCE_ONLY_REJECTED: 'quantity',
  SECONDS_QUANTITY: 'quantity',
  SECONDS_USER_CAP: 'quantity',
  SECONDS_POOL_SHORT: 'quantity',
  SECONDS_LOSS_LIMIT: 'quantity',
  TRIGGER_WOULD_FIRE: 'trigger',
  TRIGGER_INVALID: 'trigger',
  OCO_PRICES_INVALID: 'trigger',
  STOP_BEYOND_LIQUIDATION: 'loss',
  AMOUNT_INVALID: 'amount',
  AMOUNT_TOO_LARGE: 'quantity',
  MARGIN_BORROW_LIMIT: 'amount',
};

const byName: Readonly<Record<string, FaultField>> = {
  price: 'price',
  quantity: 'quantity',
  quoteAmount: 'total',
  amount: 'amount',
  money: 'amount',
  triggerPrice: 'trigger',
  callbackPercent: 'trigger',
  activationPrice: 'trigger',
  stopPrice: 'stop',
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

/** The field that a form's own complaint concerns, by the id of its message; null where it concerns none. */
export function problemField(problem: string | null): FaultField | null {
  const name = problem?.split('.').at(-1);
  if (name === 'balance' || name === 'minimum' || name === 'maximum' || name === 'closeTooMuch')
    return 'quantity';
  return name === 'price' || name === 'quantity' || name === 'total' || name === 'trigger' ? name : null;
}
