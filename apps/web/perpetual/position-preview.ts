import type { ContractMarketRow, ContractOrderRow, PositionRow } from '@candor/api';
import { initialMargin, marginAtLeverage, notionalOf, type PreviewFill } from '@candor/rules';
import { ticksOf, units, usdtText } from '../trade/draft/contract-terms.ts';
import { type PerpetualPreview, perpetualPreview, previewOf } from './perpetual-preview.ts';
import { crossBacking, liquidationText, type OpenPerpetuals, termsOf } from './perpetual-terms.ts';

/** Collateral of a position after a change, and its liquidation price; amounts in USDT. */
export interface StandingPreview {
  readonly margin: string;
  readonly liquidationPrice: string | null;
  /** Amount to be taken from the available balance; below 0 for an amount that comes back. */
  readonly needs: string;
  readonly needsUnits: bigint;
  /** Why the ledger would refuse it, as the key of an error; null where it would not. */
  readonly problem: 'INSUFFICIENT_BALANCE' | 'PERPETUAL_MARGIN_TOO_LOW' | null;
}

/** Returns the initial margin of a position at the mark and this leverage, in base units. */
function askedAtMark(row: ContractMarketRow, position: PositionRow, leverage: number): bigint {
  const { lots, unitsPerTickLot } = termsOf(row, position);
  return initialMargin(notionalOf(lots, ticksOf(row, position.markPrice ?? ''), unitsPerTickLot), leverage);
}

/** A position under another leverage: an isolated margin changes, of a cross one what is asked of the wallet. */
export function leveragePreview(
  row: ContractMarketRow,
  position: PositionRow,
  open: OpenPerpetuals,
  leverage: number,
): StandingPreview {
  const available = units(open.account.available);
  const asked = askedAtMark(row, position, leverage);
  if (position.marginMode === 'isolated') {
    const before = units(position.positionMargin);
    const after = marginAtLeverage(before, units(position.entryValue), position.leverage, leverage);
    const seen = marginPreview(row, position, after - before);
    const isTooLow = after < before && after + units(position.unrealisedPnl) < asked;
    if (isTooLow || after <= 0n) return { ...seen, problem: 'PERPETUAL_MARGIN_TOO_LOW' };
    return { ...seen, problem: after - before > available ? 'INSUFFICIENT_BALANCE' : null };
  }
  const needsUnits = asked - units(position.margin);
  return {
    margin: usdtText(asked),
    liquidationPrice: liquidationText(row, position, crossBacking(row, open, position)),
    needs: usdtText(needsUnits),
    needsUnits,
    problem: needsUnits > available ? 'INSUFFICIENT_BALANCE' : null,
  };
}

/** An isolated position with more margin, or with less where `money` is below 0, in base units. */
export function marginPreview(row: ContractMarketRow, position: PositionRow, money: bigint): StandingPreview {
  const after = units(position.positionMargin) + money;
  return {
    margin: usdtText(after),
    liquidationPrice:
      after <= 0n ? null : liquidationText(row, position, { collateral: after, beside: null }),
    needs: usdtText(money),
    needsUnits: money,
    problem: null,
  };
}

/** Returns the most that an isolated position can free, in USDT: it keeps what its leverage asks for at the mark. */
export function mostReduced(row: ContractMarketRow, position: PositionRow): string {
  const kept = askedAtMark(row, position, position.leverage) - units(position.unrealisedPnl);
  const least = kept > 1n ? kept : 1n;
  const most = units(position.positionMargin) - least;
  return usdtText(most > 0n ? most : 0n);
}

/** Returns the most contracts of a position that a limit order may close: those that no resting order closes yet. */
export function closableBeside(position: PositionRow, orders: readonly ContractOrderRow[]): number {
  let covered = 0;
  for (const order of orders) {
    const closes = order.direction > 2 && order.positionSide === position.positionSide;
    if (!closes || order.symbol !== position.symbol || order.status === 'waiting') continue;
    covered += Number(order.quantity) - Number(order.tradedQuantity);
  }
  return Math.max(0, Number(position.openInterest) - covered);
}

export interface ReversePreview {
  readonly closed: PerpetualPreview;
  readonly opened: PerpetualPreview;
  /** Amount that is missing for the other side, in USDT; null where nothing is. */
  readonly missing: string | null;
}

/** A position that is closed at the market and opened as large on the other side; `book` is the side that both hit. */
export function reversePreview(
  row: ContractMarketRow,
  position: PositionRow,
  open: OpenPerpetuals,
  book: readonly PreviewFill[],
): ReversePreview | null {
  const { positionSide, marginMode, leverage, openInterest: quantity } = position;
  const draft = { leverage, marginMode, quantity, price: '' } as const;
  const closed = perpetualPreview(row, { ...draft, action: 'close', side: positionSide, book }, open);
  if (closed === null) return null;
  const other = positionSide === 'long' ? 'short' : 'long';
  const rest = beyond(book, closed.filled);
  const fills = closed.filled < Number(quantity) ? [] : upTo(rest, Number(quantity));
  const isIsolated = marginMode === 'isolated';
  const { collateral, beside } = crossBacking(row, open, position);
  const after = collateral + (isIsolated ? 0n : closed.freedUnits);
  const now = { position: null, isIsolated, margin: 0n, collateral: after, beside };
  const opened = previewOf(row, { ...draft, action: 'open', side: other, book: fills }, fills, now, true);
  const free = units(open.account.available) + closed.freedUnits + (isIsolated ? 0n : units(position.margin));
  const missing = opened.costUnits - free;
  return { closed, opened, missing: missing > 0n ? usdtText(missing) : null };
}

/** A book without its first contracts. */
function beyond(book: readonly PreviewFill[], lots: number): PreviewFill[] {
  let left = lots;
  return book.flatMap((level) => {
    const gone = Math.min(left, level.lots);
    left -= gone;
    return gone === level.lots ? [] : [{ ...level, lots: level.lots - gone }];
  });
}

/** The first contracts of a book. */
function upTo(book: readonly PreviewFill[], lots: number): PreviewFill[] {
  let left = lots;
  return book.flatMap((level) => {
    const taken = Math.min(left, level.lots);
    left -= taken;
    return taken === 0 ? [] : [{ ...level, lots: taken }];
  });
}
