import type { ContractMarketRow } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  initialMargin,
  notionalOf,
  type PerpetualPreviewPosition,
  type PreviewFill,
  previewPerpetualFills,
  tradingFee,
} from '@candor/rules';
import { ppmOfPercent } from '../trade/draft/preview.ts';
import {
  averageText,
  type OpenPerpetuals,
  priceText,
  SCALE,
  standing,
  stepsOf,
  ticksOf,
  units,
  unitsPerTickLot,
  usdtText,
} from './perpetual-terms.ts';

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
  /** How many contracts would fill: fewer than asked for where the book has no more or nothing is left to close. */
  readonly filled: number;
  /** Change of the available amount after the order; below 0 for a decrease. */
  readonly freedUnits: bigint;
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
  return priceTicks <= 0 ? null : [{ lots, priceTicks }];
}

/**
 * Returns the amount needed for the part that opens, by the ledger's rule at acceptance: margin and fee at the average
 * price, rounded up to a tick, and of a cross order what it pays more than the mark.
 */
function needOf(
  row: ContractMarketRow,
  draft: PerpetualDraft,
  feePpm: number,
  filled: number,
  opened: number,
  value: bigint,
): bigint {
  if (opened <= 0) return 0n;
  const perTick = unitsPerTickLot(row);
  const lotUnits = BigInt(filled) * BigInt(perTick);
  const ticks = Number((value + lotUnits - 1n) / lotUnits);
  const notional = notionalOf(opened, ticks, perTick) as Parameters<typeof tradingFee>[0];
  const margin = initialMargin(notional, draft.leverage) + tradingFee(notional, feePpm);
  const mark = draft.mark == null ? 0 : ticksOf(row, draft.mark);
  if (draft.marginMode === 'isolated' || mark === 0) return margin;
  const worse = orderSign(draft) * (ticks - mark);
  return worse > 0 ? margin + notionalOf(opened, worse, perTick) : margin;
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
  const opened = seen.filledLots - seen.closedLots;
  const costUnits = needOf(row, draft, feePpm, seen.filledLots, opened, seen.notional);
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
  };
}

/**
 * The most contracts that an order may have: closing those of the position, opening those that `available` pays for, fee
 * included, beside those of the other side that it closes first.
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
  if (draft.book !== undefined) {
    const all = draft.book.reduce((sum, { lots }) => sum + lots, 0);
    return greatest(all, (lots) => (costOf(Math.max(0, lots - opposite)) ?? 0n) <= available);
  }
  const one = costOf(1) ?? 0n;
  return one <= 0n ? 0 : opposite + Number(available / one);
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

/** A position, or the order that makes one, and the price at which a part of it would be closed. */
export interface StopTerms {
  readonly side: 'long' | 'short';
  readonly entryPrice: string | null;
  /** Whole contracts. */
  readonly quantity: string;
  readonly trigger: string;
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

/** Returns the profit or loss of closing at the trigger price, in USDT before fees; null while something is missing. */
export function stopResult(
  row: ContractMarketRow,
  { side, entryPrice, quantity, trigger }: StopTerms,
): string | null {
  const entry = entryPrice === null ? null : parseDecimal(entryPrice, PRICE_SCALE);
  const exit = parseDecimal(trigger, PRICE_SCALE);
  const lots = parseDecimal(quantity, 0);
  const size = parseDecimal(row.contract_size, SCALE);
  if (!entry || !exit || !lots || size === null) return null;
  const gained = (side === 'long' ? exit - entry : entry - exit) * lots * size;
  return formatDecimalTrimmed(gained / 10n ** BigInt(PRICE_SCALE), SCALE);
}

/** Base units of one contract at one tick, and how a price in ticks is written: what receipts are recomputed with. */
export function settlementTerms(row: ContractMarketRow) {
  return {
    unitsPerTickLot: unitsPerTickLot(row),
    scale: SCALE,
    price: (ticks: number) => priceText(row, ticks),
  };
}
