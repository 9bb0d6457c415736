import { decimalOf, isRefusedNumber, type TypedNumber } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import type { FormMarket } from '../market/trade-market.ts';

export type Side = 'buy' | 'sell';
export type OrderKind = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/** Trigger of an order; `oco` is a limit order with a stop, of which one cancels the other. */
export type Wait = 'stop' | 'take-profit' | 'trailing-stop' | 'oco';

/** The user's input; plain decimals with a point, '' while empty. */
export interface Draft {
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: TypedNumber;
  readonly quantity: TypedNumber;
  /** Price × quantity; for a market order by amount, what to spend or to earn. */
  readonly total: TypedNumber;
  /** The one of the two that the user set last: the other follows. */
  readonly driver: 'quantity' | 'total';
  /** Null for an order that goes to the book at once. */
  readonly wait: Wait | null;
  readonly trigger: TypedNumber;
  /** Distance of a trailing stop from its best price, in percent. */
  readonly callback: TypedNumber;
  readonly activation: TypedNumber;
  /** Price at which the stop of a pair rests once it fires. */
  readonly stopPrice: TypedNumber;
  /** Terms of a limit order; a post-only one is GTC. */
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
}

/** The terms of a resting order, before anything is typed. */
export const NO_LIMIT = { price: '', timeInForce: 'GTC', postOnly: false } as const satisfies Partial<Draft>;
/** The terms of an order that waits for a price, before anything is typed. */
export const NO_WAIT = {
  trigger: '',
  callback: '',
  activation: '',
  stopPrice: '',
} as const satisfies Partial<Draft>;

/**
 * The draft as an order of another type. Side and size stay; limit, time in force and trigger belong to the type that
 * they were chosen for, and would mean something else in another.
 */
export function retyped(draft: Draft, type: Partial<Pick<Draft, 'kind' | 'wait'>>): Draft {
  const next = { ...draft, ...type };
  const waits = next.wait === draft.wait ? next : { ...next, ...NO_WAIT };
  return next.kind === draft.kind && next.wait === draft.wait ? next : { ...waits, ...NO_LIMIT };
}

/** Side of a price that a trigger must lie on, so that the order waits; null for a trailing stop, which follows. */
export function triggerSide({ side, wait }: Pick<Draft, 'side' | 'wait'>): 'above' | 'below' | null {
  if (wait === null || wait === 'trailing-stop') return null;
  const rises = (side === 'buy') === (wait !== 'take-profit');
  return rises ? 'above' : 'below';
}

/** Side of the market that the limit of a pair lies on: the stop lies on the other. Null for any other order. */
export function limitSide({ side, wait }: Pick<Draft, 'side' | 'wait'>): 'above' | 'below' | null {
  if (wait !== 'oco') return null;
  return side === 'sell' ? 'above' : 'below';
}

/** True where a price is known to lie on the other side of the reference, or at it. */
export function isOnWrongSide(side: 'above' | 'below', price: string, reference: string | null): boolean {
  const at = parseDecimal(price, SIDE_SCALE);
  const now = reference === null ? null : parseDecimal(reference, SIDE_SCALE);
  if (!at || !now) return false;
  return side === 'above' ? at <= now : at >= now;
}

/** Wide enough for every price and for average entry prices. */
const SIDE_SCALE = 12;

/** A market order that waits is bought for an amount and sold by quantity: what it may need is held until then. */
export function isByAmount(draft: Draft): boolean {
  if (draft.kind !== 'market') return false;
  return draft.wait === null ? draft.driver === 'total' : draft.side === 'buy';
}

/** The price that a draft's figures are worked out at: the limit, else where it would fire, else the last price. */
export function referencePrice(draft: Draft, lastPrice: string): TypedNumber {
  if (draft.kind === 'limit') return draft.price;
  return draft.wait === null || draft.trigger === '' ? lastPrice : draft.trigger;
}

/** Quote amounts carry the decimals of price and quantity together, at most 8. */
export function totalDecimals(market: FormMarket): number {
  return Math.min(8, market.priceDecimals + market.quantityDecimals);
}

/** A decimal as 10^-decimals units with what is beyond cut off; null when it is empty or not a number. */
function units(text: TypedNumber, decimals: number): bigint | null {
  if (text === '' || isRefusedNumber(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals);
  const head = whole === '' ? '0' : whole;
  return parseDecimal(kept === '' ? head : `${head}.${kept}`, decimals);
}

function down(value: bigint, step: bigint): bigint {
  return (value / step) * step;
}

function stepUnits(step: string, decimals: number): bigint {
  return parseDecimal(step, decimals) ?? 1n;
}

/** Price × quantity in quote units, cut to the total's decimals. */
function multiply(price: bigint, quantity: bigint, market: FormMarket): bigint {
  const shift = market.priceDecimals + market.quantityDecimals - totalDecimals(market);
  return (price * quantity) / 10n ** BigInt(shift);
}

/** The largest whole number of lots whose value at `price` does not exceed `total`. */
function quantityFor(total: bigint, price: bigint, market: FormMarket): bigint {
  if (price === 0n) return 0n;
  const shift = market.priceDecimals + market.quantityDecimals - totalDecimals(market);
  const quantity = (total * 10n ** BigInt(shift)) / price;
  return down(quantity, stepUnits(market.lotSize, market.quantityDecimals));
}

/**
 * The draft with the figure that follows made to fit: total from quantity, or quantity (whole lots, rounded down so
 * that the user never spends more than entered) from total. `price` is the limit price, or the last price for a
 * market order, where what follows is an estimate. Without a price nothing follows: the figure is cleared.
 */
export function follow(draft: Draft, price: TypedNumber, market: FormMarket): Draft {
  const priceUnits = units(price, market.priceDecimals);
  if (priceUnits === null || priceUnits === 0n) {
    return draft.driver === 'quantity' ? { ...draft, total: '' } : { ...draft, quantity: '' };
  }
  if (draft.driver === 'quantity') {
    const quantity = units(draft.quantity, market.quantityDecimals);
    if (quantity === null) return { ...draft, total: '' };
    return {
      ...draft,
      total: formatDecimalTrimmed(multiply(priceUnits, quantity, market), totalDecimals(market)),
    };
  }
  const total = units(draft.total, totalDecimals(market));
  if (total === null) return { ...draft, quantity: '' };
  return {
    ...draft,
    quantity: formatDecimalTrimmed(quantityFor(total, priceUnits, market), market.quantityDecimals),
  };
}

/**
 * A share of what is available, in whole lots: of the quote when buying, of the base when selling. Fees come out of
 * what is received, so nothing has to be set aside for them. Percent is 0 to 100.
 */
export function takeShare(
  draft: Draft,
  percent: number,
  available: { readonly base: string; readonly quote: string },
  price: TypedNumber,
  market: FormMarket,
): Draft {
  const share = BigInt(Math.round(percent));
  if (draft.side === 'sell') {
    const base = units(available.base, market.quantityDecimals) ?? 0n;
    const lot = stepUnits(market.lotSize, market.quantityDecimals);
    const quantity = down((base * share) / 100n, lot);
    return follow(
      { ...draft, quantity: formatDecimalTrimmed(quantity, market.quantityDecimals), driver: 'quantity' },
      price,
      market,
    );
  }
  const quote = units(available.quote, totalDecimals(market)) ?? 0n;
  const total = formatDecimalTrimmed((quote * share) / 100n, totalDecimals(market));
  const followed = follow({ ...draft, total, driver: 'total' }, price, market);
  return draft.kind === 'market' ? followed : follow({ ...followed, driver: 'quantity' }, price, market);
}

/** Returns the part of the available amount that the draft uses, in percent from 0 to 100, for the slider. */
export function shareOf(
  draft: Draft,
  available: { readonly base: string; readonly quote: string },
  market: FormMarket,
): number {
  const decimals = draft.side === 'sell' ? market.quantityDecimals : totalDecimals(market);
  const used = units(draft.side === 'sell' ? draft.quantity : draft.total, decimals) ?? 0n;
  const all = units(draft.side === 'sell' ? available.base : available.quote, decimals) ?? 0n;
  if (all === 0n) return 0;
  const percent = Number((used * 100n + all / 2n) / all);
  return Math.min(100, percent);
}

/** The quantity in whole lots, rounded down. */
export function snapQuantity(quantity: TypedNumber, market: FormMarket): string {
  const value = units(quantity, market.quantityDecimals);
  if (value === null) return '';
  return formatDecimalTrimmed(
    down(value, stepUnits(market.lotSize, market.quantityDecimals)),
    market.quantityDecimals,
  );
}

/** Why a draft cannot be sent yet, as the id of a message; null when it can. */
export type DraftProblem =
  | 'ui.number.unread'
  | 'trade.form.problem.price'
  | 'trade.form.problem.trigger'
  | 'trade.form.problem.callback'
  | 'trade.form.problem.stopPrice'
  | 'error.TRIGGER_WOULD_FIRE'
  | 'error.OCO_PRICES_INVALID'
  | 'trade.form.problem.quantity'
  | 'trade.form.problem.minNotional'
  | 'trade.form.problem.maxQuantity'
  | 'trade.form.problem.balance';

/**
 * Checks for what the server would refuse, so that the user sees it at once. `price` as in `follow`; `index` is the
 * price that fires triggers, null while it is not known.
 */
export function problemOf(
  draft: Draft,
  available: { readonly base: string; readonly quote: string } | null,
  price: TypedNumber,
  market: FormMarket,
  index: string | null = null,
): DraftProblem | null {
  const decimals = totalDecimals(market);
  if (refusedIn(draft) !== undefined) return 'ui.number.unread';
  const waitProblem = waitProblemOf(draft, market, index);
  if (waitProblem !== null) return waitProblem;
  if (draft.kind === 'limit' && (units(draft.price, market.priceDecimals) ?? 0n) === 0n) {
    return 'trade.form.problem.price';
  }
  const quantity = units(draft.quantity, market.quantityDecimals) ?? 0n;
  const total = units(draft.total, decimals) ?? 0n;
  const byAmount = isByAmount(draft);
  if (byAmount ? total === 0n : quantity === 0n) return 'trade.form.problem.quantity';
  const priceUnits = units(price, market.priceDecimals) ?? 0n;
  const notional = byAmount ? total : multiply(priceUnits, quantity, market);
  // without a price the worth is unknown, and the server judges it
  const isPriced = byAmount || priceUnits > 0n;
  if (isPriced && notional < (units(market.minNotional, decimals) ?? 0n))
    return 'trade.form.problem.minNotional';
  if (quantity > (units(market.maxQuantity, market.quantityDecimals) ?? quantity)) {
    return 'trade.form.problem.maxQuantity';
  }
  if (available === null) return null;
  const needed = draft.side === 'sell' ? quantity : notional;
  const has =
    draft.side === 'sell' ? units(available.base, market.quantityDecimals) : units(available.quote, decimals);
  return needed > (has ?? 0n) ? 'trade.form.problem.balance' : null;
}

/** Returns the number of a draft that its field refused, the first in the order of the form; undefined where there is none. */
export const refusedIn = (draft: Draft) => typedFields(draft).find(isRefusedNumber);

/** The fields that the form shows for a draft. */
function typedFields(draft: Draft): readonly TypedNumber[] {
  const { kind, price, quantity, total, wait, trigger, callback, activation, stopPrice } = draft;
  const limit = kind === 'limit' ? [price] : [];
  if (wait === null) return [...limit, quantity, total];
  const waits = wait === 'trailing-stop' ? [callback, activation] : [trigger];
  return [...limit, quantity, total, ...waits, ...(wait === 'oco' ? [stopPrice] : [])];
}

const PERCENT_DECIMALS = 4;
const LEAST_CALLBACK = 100n;
const MOST_CALLBACK = 500_000n;

function waitProblemOf(draft: Draft, market: FormMarket, index: string | null): DraftProblem | null {
  const isMissing = (price: TypedNumber) => (units(price, market.priceDecimals) ?? 0n) === 0n;
  if (draft.wait === null) return null;
  if (draft.wait === 'trailing-stop') {
    const callback = units(draft.callback, PERCENT_DECIMALS) ?? 0n;
    return callback < LEAST_CALLBACK || callback > MOST_CALLBACK ? 'trade.form.problem.callback' : null;
  }
  if (isMissing(draft.trigger)) return 'trade.form.problem.trigger';
  if (draft.wait === 'oco' && isMissing(draft.stopPrice)) return 'trade.form.problem.stopPrice';
  const side = triggerSide(draft);
  if (side === null) return null;
  if (isOnWrongSide(side, decimalOf(draft.trigger), index)) return 'error.TRIGGER_WOULD_FIRE';
  const limit = draft.wait === 'oco' ? decimalOf(draft.price) : null;
  return isOnWrongSide(side, decimalOf(draft.trigger), limit) ? 'error.OCO_PRICES_INVALID' : null;
}
