import type { ContractMarketRow } from '@candor/contract';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  initialMargin,
  notionalOf,
  type PerpetualPreviewPosition,
  type PreviewFill,
  previewPerpetualFills,
  tradingFee,
} from '@candor/rules';
import { ppmOfPercent } from '../form/preview.ts';
import {
  averageText,
  type OpenContracts,
  priceText,
  SCALE,
  standing,
  stepsOf,
  ticksOf,
  units,
  unitsPerTickLot,
  usdtText,
} from './contract-terms.ts';

/** What an order would cost, win and risk. Amounts in USDT. */
export interface ContractPreview {
  readonly value: string;
  /** Initial margin and fee of what opens: what must be available. */
  readonly cost: string;
  readonly costUnits: bigint;
  /** Of all that would fill. */
  readonly fee: string;
  /** What the part that closes wins or loses, before the fee; null where nothing closes. */
  readonly realised: string | null;
  /** Of the position as it would be; null where no price liquidates it, none is left, or the wallet is not known. */
  readonly liquidationPrice: string | null;
  /** What the contracts would cost on average; null where none would fill. */
  readonly averagePrice: string | null;
  /** How many contracts would fill: fewer than asked for where the book has no more or nothing is left to close. */
  readonly filled: number;
  /** What would be available afterwards beyond what is now, below 0 for less. */
  readonly freedUnits: bigint;
}

export interface ContractDraft {
  readonly action: 'open' | 'close';
  readonly side: 'long' | 'short';
  /** Of a limit order, or at which a waiting one is counted. */
  readonly price: string;
  /** Whole contracts. */
  readonly quantity: string;
  readonly leverage: number;
  readonly marginMode: 'isolated' | 'cross';
  /** What the book would give to a market order, best first; left out for one that is counted at `price`. */
  readonly book?: readonly PreviewFill[];
  /** The mark price, which a cross order that pays a worse price needs more for. */
  readonly mark?: string | null;
}

/** 1 for what is bought: a long that is opened, a short that is closed. */
export function orderSign({ action, side }: Pick<ContractDraft, 'action' | 'side'>): 1 | -1 {
  return (side === 'long') === (action === 'open') ? 1 : -1;
}

/** What of a book so many contracts take. */
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

/** What fills a draft; null while it is no order. */
function fillsOf(row: ContractMarketRow, draft: ContractDraft): PreviewFill[] | null {
  const lots = Number(draft.quantity);
  if (!Number.isSafeInteger(lots) || lots <= 0) return null;
  if (draft.book !== undefined) return taken(draft.book, lots);
  const priceTicks = ticksOf(row, draft.price);
  return priceTicks <= 0 ? null : [{ lots, priceTicks }];
}

/**
 * What must be available for what opens, as the ledger asks before it takes the order: margin and fee at the average
 * price, rounded up to a tick, and of a cross order what it pays more than the mark.
 */
function needOf(
  row: ContractMarketRow,
  draft: ContractDraft,
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
export function contractPreview(
  row: ContractMarketRow,
  draft: ContractDraft,
  open: OpenContracts | null,
): ContractPreview | null {
  const fills = fillsOf(row, draft);
  if (fills === null) return null;
  return previewOf(row, draft, fills, standing(row, draft, open), open !== null);
}

/** `contractPreview` against what stands for a position; `isKnown`: the wallet is known. */
export function previewOf(
  row: ContractMarketRow,
  draft: ContractDraft,
  fills: readonly PreviewFill[],
  now: PerpetualPreviewPosition,
  isKnown: boolean,
): ContractPreview {
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
  draft: Omit<ContractDraft, 'quantity'>,
  open: OpenContracts | null,
): number {
  const { position } = standing(row, draft, open);
  const opposite = position !== null && position.sign !== orderSign(draft) ? position.lots : 0;
  if (draft.action === 'close') return opposite;
  const available = units(open?.account.available ?? null);
  const costOf = (lots: number) =>
    contractPreview(row, { ...draft, quantity: String(lots) }, null)?.costUnits;
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

/** Wide enough for average entry prices. */
const PRICE_SCALE = 12;

/** What closing at the trigger price would win or lose, in USDT and before fees; null while something is missing. */
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
