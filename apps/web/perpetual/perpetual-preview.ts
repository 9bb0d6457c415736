import type { ContractMarketRow } from '@candor/api';
import { type Amount, parseDecimal } from '@candor/money';
import {
  initialMargin,
  notionalOf,
  type PerpetualPreviewPosition,
  type PositionTerms,
  type PreviewFill,
  previewPerpetualFills,
  realisedPnl,
  tierOf,
  tradingFee,
} from '@candor/rules';
import {
  priceText,
  SCALE,
  signOf,
  stepsOf,
  ticksOf,
  units,
  unitsPerTickLot,
  usdtText,
} from '../trade/draft/contract-terms.ts';
import { ppmOfPercent } from '../trade/draft/preview.ts';
import { averageText, type OpenPerpetuals, standing } from './perpetual-terms.ts';

/** Cost, profit and risk of an order. Amounts in USDT. */
export interface PerpetualPreview {
  readonly value: string;
  /** Initial margin and fee of what opens: what must be available. */
  readonly cost: string;
  readonly costUnits: bigint;
  /** Fee for all contracts that would fill. */
  readonly fee: string;
  /** Profit or loss of the part that closes, before the fee; null where nothing closes. */
  readonly realised: string | null;
  /** Liquidation price of the position afterwards; null if there is no such price, position or known wallet. */
  readonly liquidationPrice: string | null;
  /** Average price of the contracts; null where none would fill. */
  readonly averagePrice: string | null;
  /** Contracts that would fill: fewer than asked for where the book has no more or nothing is left to close. */
  readonly filled: number;
  /** Change of the available amount after the order; below 0 for a decrease. */
  readonly freedUnits: bigint;
  /** The whole position once all of it filled; null when nothing is left. */
  readonly after: PositionTerms | null;
}

export interface PerpetualDraft {
  readonly action: 'open' | 'close';
  readonly side: 'long' | 'short';
  /** Price of a limit order, or the price at which a waiting one is counted. */
  readonly price: string;
  /** Whole contracts. */
  readonly quantity: string;
  readonly leverage: number;
  readonly marginMode: 'isolated' | 'cross';
  /** Fills that the book would give to a market order, best first; left out for one that is counted at `price`. */
  readonly book?: readonly PreviewFill[];
  /**
   * The side of the book that a limit order meets, best first: what crosses its price fills before the rest of it rests.
   * Left out for one that takes nothing at once: post-only, or waiting for a trigger.
   */
  readonly crossed?: readonly PreviewFill[];
  /** GTC where left out. */
  readonly timeInForce?: 'GTC' | 'IOC' | 'FOK';
  /** The mark price, which a cross order that pays a worse price needs more for. */
  readonly mark?: string | null;
}

/** 1 for what is bought: a long that is opened, a short that is closed. */
export function orderSign({ action, side }: Pick<PerpetualDraft, 'action' | 'side'>): 1 | -1 {
  return (side === 'long') === (action === 'open') ? 1 : -1;
}

/** Returns the fills of the book for that many contracts. */
function taken(book: readonly PreviewFill[], lots: number): PreviewFill[] {
  const fills: PreviewFill[] = [];
  let left = lots;
  for (const level of book) {
    if (left <= 0) break;
    fills.push({ ...level, lots: Math.min(left, level.lots) });
    left -= level.lots;
  }
  return fills;
}

/** Returns the fills of a draft; null while it is no order. */
function fillsOf(row: ContractMarketRow, draft: PerpetualDraft): PreviewFill[] | null {
  const lots = Number(draft.quantity);
  if (!Number.isSafeInteger(lots) || lots <= 0) return null;
  if (draft.book !== undefined) return taken(draft.book, lots);
  const priceTicks = ticksOf(row, draft.price);
  if (priceTicks <= 0) return null;
  const fills = taken(crossing(draft, priceTicks), lots);
  const left = fills.reduce((rest, fill) => rest - fill.lots, lots);
  if (left === 0 || draft.timeInForce === 'IOC') return fills;
  if (draft.timeInForce === 'FOK') return [];
  const restPpm = Math.max(ppmOfPercent(row.maker_fee_percent), ppmOfPercent(row.taker_fee_percent));
  return [...fills, { lots: left, priceTicks, feePpm: restPpm }];
}

/** The levels that a limit order at a price takes at once. */
function crossing(draft: PerpetualDraft, priceTicks: number): PreviewFill[] {
  const sign = orderSign(draft);
  return (draft.crossed ?? []).filter((level) => sign * (level.priceTicks - priceTicks) <= 0);
}

/** Fills of a draft in sum, and the contracts of the position that it closes first. */
interface Filled {
  readonly filledLots: number;
  readonly notional: bigint;
  readonly against: number;
}

/**
 * Returns the amount needed for the part that opens, by the ledger's rules at acceptance. At the market: margin and fee at
 * the average price, rounded up to a tick. Of a limit order: at the worst price for it, its own or that of the best order
 * it meets; and where it rests whole, the fee of all of it. A cross order also needs what it pays more than the mark.
 */
function needOf(
  row: ContractMarketRow,
  draft: PerpetualDraft,
  feePpm: number,
  { filledLots, notional: value, against }: Filled,
): bigint {
  if (draft.action === 'close') return 0n;
  const perTick = unitsPerTickLot(row);
  const sign = orderSign(draft);
  const atMarket = draft.book !== undefined;
  const lots = atMarket ? filledLots : Number(draft.quantity);
  if (lots === 0) return 0n;
  const opened = Math.max(0, lots - against);
  const lotUnits = BigInt(lots) * BigInt(perTick);
  const limit = ticksOf(row, draft.price);
  const best = draft.crossed?.[0]?.priceTicks ?? 0;
  const ticks = atMarket
    ? Number((value + lotUnits - 1n) / lotUnits)
    : sign === 1
      ? limit
      : Math.max(limit, best);
  const notional = notionalOf(opened, ticks, perTick) as Amount;
  const margin = initialMargin(notional, draft.leverage);
  const need =
    margin + tradingFee(notional, feePpm) + lossAtMark(row, draft, opened, atMarket ? ticks : limit);
  if (atMarket || crossing(draft, limit).length > 0) return need;
  const restPpm = Math.max(feePpm, ppmOfPercent(row.maker_fee_percent));
  const held = margin + tradingFee(notionalOf(lots, limit, perTick) as Amount, restPpm);
  return held > need ? held : need;
}

/** The loss at the mark of what opens at a worse price under cross margin. */
function lossAtMark(row: ContractMarketRow, draft: PerpetualDraft, opened: number, ticks: number): bigint {
  const mark = draft.mark == null ? 0 : ticksOf(row, draft.mark);
  if (draft.marginMode === 'isolated' || mark === 0) return 0n;
  const worse = orderSign(draft) * (ticks - mark);
  return worse > 0 ? notionalOf(opened, worse, unitsPerTickLot(row)) : 0n;
}

/**
 * The preview of a draft, by the formulas that the ledger uses; `open` is what the user has open in contracts, null while
 * that is not known. Null for what is no order.
 */
export function perpetualPreview(
  row: ContractMarketRow,
  draft: PerpetualDraft,
  open: OpenPerpetuals | null,
): PerpetualPreview | null {
  const fills = fillsOf(row, draft);
  if (fills === null) return null;
  return previewOf(row, draft, fills, standing(row, draft, open), open !== null);
}

/** `perpetualPreview` against what stands for a position; `isKnown`: the wallet is known. */
export function previewOf(
  row: ContractMarketRow,
  draft: PerpetualDraft,
  fills: readonly PreviewFill[],
  now: PerpetualPreviewPosition,
  isKnown: boolean,
): PerpetualPreview {
  const feePpm = ppmOfPercent(row.taker_fee_percent);
  const order = {
    sign: orderSign(draft),
    reduceOnly: draft.action === 'close',
    leverage: draft.leverage,
    feePpm,
  };
  const seen = previewPerpetualFills(order, fills, now, {
    unitsPerTickLot: unitsPerTickLot(row),
    steps: stepsOf(row),
    liquidationFeePpm: ppmOfPercent(row.liquidation_fee_percent),
  });
  const against = now.position !== null && now.position.sign !== order.sign ? now.position.lots : 0;
  const costUnits = needOf(row, draft, feePpm, { ...seen, against });
  const liquidation = now.isIsolated || isKnown ? seen.liquidationTicks : null;
  const margin = now.isIsolated ? seen.marginReleased - seen.initialMargin : 0n;
  return {
    value: usdtText(seen.notional),
    cost: usdtText(costUnits),
    costUnits,
    fee: usdtText(seen.fee),
    realised: seen.closedLots === 0 ? null : usdtText(seen.realisedPnl),
    liquidationPrice: liquidation === null ? null : priceText(row, liquidation),
    averagePrice: averageText(row, seen.filledLots, seen.notional),
    filled: seen.filledLots,
    freedUnits: margin + seen.realisedPnl - seen.fee,
    after: seen.position,
  };
}

/**
 * Returns true if the tier of what the position and the user's resting orders come to with the draft allows its leverage,
 * by the ledger's rule at acceptance: at the mark or the limit, whichever is higher. What only closes meets no tier.
 */
export function fitsTier(
  row: ContractMarketRow,
  draft: PerpetualDraft,
  open: OpenPerpetuals | null,
): boolean {
  const lots = Number(draft.quantity);
  if (draft.action === 'close' || !Number.isSafeInteger(lots) || lots <= 0) return true;
  const sign = orderSign(draft);
  const { position } = standing(row, draft, open);
  const against = position !== null && position.sign !== sign ? position.lots : 0;
  const beside = position !== null && position.sign === sign ? position.lots : 0;
  const all = lots - against + beside + restingLots(row, draft, open);
  const limit = draft.book === undefined ? ticksOf(row, draft.price) : 0;
  const restsWhole =
    draft.book === undefined && (draft.timeInForce ?? 'GTC') === 'GTC' && crossing(draft, limit).length === 0;
  if (all <= 0 || (lots <= against && !restsWhole)) return true;
  const ticks = Math.max(ticksOf(row, draft.mark ?? ''), limit);
  const steps = stepsOf(row);
  return draft.leverage <= steps[tierOf(notionalOf(all, ticks, unitsPerTickLot(row)), steps)]!.maxLeverage;
}

/** Contracts of the user's resting orders in the draft's direction that may open. */
function restingLots(row: ContractMarketRow, draft: PerpetualDraft, open: OpenPerpetuals | null): number {
  const bought = orderSign(draft) === 1 ? 'buy' : 'sell';
  const isOneWay = open?.account.positionMode === 'one-way';
  return (open?.orders ?? [])
    .filter(
      ({ symbol, side, reduceOnly, status, positionSide }) =>
        symbol === row.symbol &&
        side === bought &&
        !reduceOnly &&
        status !== 'waiting' &&
        (isOneWay || positionSide === draft.side),
    )
    .reduce((sum, { quantity, tradedQuantity }) => sum + Number(quantity) - Number(tradedQuantity), 0);
}

/**
 * The most contracts that an order may have: closing those of the position, opening those that `available` pays for, fee
 * included, and that their tier allows at this leverage, beside those of the other side that it closes first.
 */
export function mostContracts(
  row: ContractMarketRow,
  draft: Omit<PerpetualDraft, 'quantity'>,
  open: OpenPerpetuals | null,
): number {
  const { position } = standing(row, draft, open);
  const opposite = position !== null && position.sign !== orderSign(draft) ? position.lots : 0;
  if (draft.action === 'close') return opposite;
  const available = units(open?.account.available ?? null);
  const costOf = (lots: number) =>
    perpetualPreview(row, { ...draft, quantity: String(lots) }, null)?.costUnits;
  const fits = (lots: number) => fitsTier(row, { ...draft, quantity: String(lots) }, open);
  if (draft.book !== undefined) {
    const all = draft.book.reduce((sum, { lots }) => sum + lots, 0);
    return greatest(all, (lots) => fits(lots) && (costOf(Math.max(0, lots - opposite)) ?? 0n) <= available);
  }
  const one = costOf(1) ?? 0n;
  if (one <= 0n) return 0;
  const pays = (lots: number) =>
    fits(lots) &&
    (perpetualPreview(row, { ...draft, quantity: String(lots) }, open)?.costUnits ?? 0n) <= available;
  return greatest(opposite + Number(available / one), pays);
}

/** The greatest whole number up to `most` that passes, where all below one that passes do too. */
function greatest(most: number, passes: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns true if a stop-loss would fire as soon as an order fills: `now`, the price that fires it, has reached it. A
 * limit order beyond the market fills at the market's price, so a stop-loss before its limit can be behind its entry.
 * False where a price is missing.
 */
export function firesOnFill(side: 'long' | 'short', stopLoss: string, now: string | null): boolean {
  const stop = parseDecimal(stopLoss, PRICE_SCALE);
  const price = now === null ? null : parseDecimal(now, PRICE_SCALE);
  if (!stop || !price) return false;
  return side === 'long' ? stop >= price : stop <= price;
}

/** Side of its reference on which a stop waits: a long takes profit above and stops its loss below. */
export function stopSide(side: 'long' | 'short', kind: 'profit' | 'loss'): 'above' | 'below' {
  return (side === 'long') === (kind === 'profit') ? 'above' : 'below';
}

/** Wide enough for average entry prices. */
const PRICE_SCALE = 12;

/** Terms of a stop: it closes the whole position where no number of contracts is named. */
export interface StopTerms {
  /** The position as it is, or as it will be once the order that the stop is set with has filled. */
  readonly position: PositionTerms | null;
  readonly side: 'long' | 'short';
  /** Whole contracts; '' for all. */
  readonly quantity: string;
  readonly trigger: string;
}

/** Contracts that a stop closes, and what closing them at its trigger price realises, in USDT before fees. */
export interface StopResult {
  readonly lots: number;
  readonly amount: string;
}

/** Returns the result of a stop, by the ledger's formula; null while something is missing. */
export function stopResult(
  row: ContractMarketRow,
  { position, side, quantity, trigger }: StopTerms,
): StopResult | null {
  if (position === null || position.sign !== signOf(side)) return null;
  const exit = ticksOf(row, trigger);
  const lots = quantity === '' ? position.lots : Math.min(Number(quantity), position.lots);
  if (exit <= 0 || !Number.isSafeInteger(lots) || lots <= 0) return null;
  return { lots, amount: usdtText(realisedPnl(position, lots, exit)) };
}

/** Base units of one contract at one tick, and how a price in ticks is written: what receipts are recomputed with. */
export function settlementTerms(row: ContractMarketRow) {
  return {
    unitsPerTickLot: unitsPerTickLot(row),
    scale: SCALE,
    price: (ticks: number) => priceText(row, ticks),
  };
}
