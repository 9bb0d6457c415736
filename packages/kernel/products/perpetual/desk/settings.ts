import { initialMargin, marginAtLeverage, notionalOf, tierOf } from '@candor/rules';
import type { Outcome, RejectionCode } from '../../../events.ts';
import { DONE, marginDone, refuse } from '../../../outcome.ts';
import { setMargin } from '../money/postings.ts';
import { restingMargin } from '../orders/backing.ts';
import { setHeld } from '../orders/order-book.ts';
import type {
  AdjustMargin,
  MarginMode,
  SetLeverage,
  SetMarginMode,
  SetPositionMode,
} from '../protocol/commands.ts';
import { crossNeed, freeOf, isUnsafe, notionalAtMark, unrealisedOf } from '../risk/risk.ts';
import type { Position, Trader } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';

/**
 * New settings that count already and were not emitted: `tell` emits them once all passed, else `undo` reverts them.
 */
export interface SettingsChange {
  tell(): void;
  undo(): void;
}

const NO_CHANGE: SettingsChange = { tell() {}, undo() {} };

/** Sets the leverage, the margin mode or both of a user in a symbol, null leaving what there is. */
export function changeSettings(
  perp: PerpetualState,
  trader: Trader,
  leverage: number | null,
  marginMode: MarginMode | null,
): SettingsChange | RejectionCode {
  if (leverage === null && marginMode === null) return NO_CHANGE;
  if (marginMode !== null && marginMode !== 'isolated' && marginMode !== 'cross') return 'INVALID_COMMAND';
  if (leverage !== null) {
    if (!Number.isSafeInteger(leverage) || leverage < 1) return 'INVALID_COMMAND';
    if (leverage > trader.symbol.maxLeverage) return 'LEVERAGE_TOO_HIGH';
  }
  const modeBefore = trader.marginMode;
  const newMode = marginMode ?? modeBefore;
  const newLeverage = leverage ?? trader.leverage;
  if (newMode === modeBefore && newLeverage === trader.leverage) return NO_CHANGE;
  const isOpen = trader.orders.size > 0 || trader.openPositions().length > 0;
  if (newMode !== modeBefore && isOpen) return 'POSITION_OPEN';
  trader.marginMode = newMode;
  const undoLeverage = changeLeverage(perp, trader, newLeverage);
  const undo = () => {
    if (typeof undoLeverage === 'function') undoLeverage();
    trader.marginMode = modeBefore;
  };
  if (typeof undoLeverage === 'string') {
    undo();
    return undoLeverage;
  }
  const tell = () => {
    perp.register(trader);
    if (undoLeverage !== null)
      for (const position of trader.openPositions()) perp.touch(position, 'leverage');
    tellSettings(perp, trader);
  };
  return { tell, undo };
}

/**
 * Changes the leverage of a user in a symbol and returns how to undo it. Isolated margins change by the difference
 * of the two leverages' margins of the entry cost, holds of resting orders are recomputed; both must be there, and
 * positions must keep what the leverage asks for at the mark. Null where it is so already.
 */
function changeLeverage(
  perp: PerpetualState,
  trader: Trader,
  leverage: number,
): (() => void) | RejectionCode | null {
  const before = trader.leverage;
  if (leverage === before) return null;
  const positions = trader.openPositions();
  if (positions.length > 0 && trader.symbol.isStale) return 'INDEX_STALE';
  if (!isAllowed(trader, leverage)) return 'LEVERAGE_TOO_HIGH';
  const margins = positions.map((position) => marginAt(position, leverage));
  for (const [i, position] of positions.entries()) {
    if (position.isIsolated && !isEnough(position, margins[i]!, leverage)) return 'MARGIN_TOO_LOW';
  }
  trader.leverage = leverage;
  const orders = trader.ordersById().filter((order) => !order.isWaiting);
  const held = orders.map((order) => restingMargin(perp, order, order.leftLots, order.openingLots));
  let more = 0n;
  for (const [i, position] of positions.entries()) more += margins[i]! - position.margin;
  for (const [i, order] of orders.entries()) more += held[i]! - order.held;
  const { user } = trader;
  const left = perp.available(user) - more;
  if (
    left < 0n ||
    (user.crossPositions.size > 0 && left < crossNeed(user) && more + growth(trader, before) > 0n)
  ) {
    trader.leverage = before;
    return 'INSUFFICIENT_BALANCE';
  }
  const heldBefore = orders.map((order) => order.held);
  const marginsBefore = positions.map((position) => position.margin);
  const { balances } = perp.core;
  const touchedBefore = balances.touchedCount;
  const hold = (ofOrders: readonly bigint[], ofPositions: readonly bigint[]) => {
    for (const [i, order] of orders.entries()) setHeld(perp, order, ofOrders[i]!);
    for (const [i, position] of positions.entries()) {
      if (position.isIsolated) setMargin(perp, position, ofPositions[i]!);
    }
  };
  hold(held, margins);
  return () => {
    hold(heldBefore, marginsBefore);
    balances.untouch(touchedBefore);
    trader.leverage = before;
  };
}

export function setLeverage(perp: PerpetualState, userId: number, command: SetLeverage): Outcome {
  return set(perp, userId, command.symbolId, command.leverage, null);
}

export function setMarginMode(perp: PerpetualState, userId: number, command: SetMarginMode): Outcome {
  return set(perp, userId, command.symbolId, null, command.marginMode);
}

function set(
  perp: PerpetualState,
  userId: number,
  symbolId: number,
  leverage: number | null,
  marginMode: MarginMode | null,
): Outcome {
  if (perp.core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
  const symbol = perp.symbolsById.get(symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const change = changeSettings(perp, perp.traderOrDraft(userId, symbol), leverage, marginMode);
  if (typeof change === 'string') return refuse(change);
  change.tell();
  return DONE;
}

/** Returns the additional initial margin that cross positions need after a change of leverage from `before`. */
function growth(trader: Trader, before: number): bigint {
  let more = 0n;
  for (const position of trader.openPositions()) {
    if (position.isIsolated) continue;
    const notional = notionalAtMark(position);
    more += initialMargin(notional, trader.leverage) - initialMargin(notional, before);
  }
  return more;
}

/** True when positions and the orders that may add to them stay within the tiers of a leverage. */
function isAllowed(trader: Trader, leverage: number): boolean {
  const { symbol } = trader;
  const { markTicks } = symbol.mark;
  const open: ['both' | 'long' | 'short', 1 | -1][] = [
    ['both', 1],
    ['both', -1],
    ['long', 1],
    ['short', -1],
  ];
  return open.every(([side, sign]) => {
    const position = trader.position(side);
    const held = position !== null && position.sign === sign ? position.lots : 0;
    const lots = held + trader.openingLots(side, sign);
    const notional = notionalOf(lots, markTicks, symbol.terms.quotePerTickLot);
    return leverage <= symbol.steps[tierOf(notional, symbol.steps)]!.maxLeverage;
  });
}

function marginAt(position: Position, leverage: number): bigint {
  if (!position.isIsolated) return 0n;
  return marginAtLeverage(position.margin, position.entryCost, position.trader.leverage, leverage);
}

/** True when an isolated position with such a margin keeps the leverage's margin at the mark, or gains margin. */
function isEnough(position: Position, margin: bigint, leverage: number): boolean {
  if (margin >= position.margin) return true;
  const equity = margin + unrealisedOf(position);
  return (
    margin > 0n && equity >= initialMargin(notionalAtMark(position), leverage) && isSafe(position, equity)
  );
}

function isSafe(position: Position, equity: bigint): boolean {
  const { symbol } = position;
  const notional = notionalAtMark(position);
  const step = symbol.steps[tierOf(notional, symbol.steps)]!;
  const maintenance = notional * BigInt(step.mmrPpm) - step.deductionMicros;
  return !isUnsafe({ collateral: equity, equity, maintenance });
}

export function setPositionMode(perp: PerpetualState, userId: number, command: SetPositionMode): Outcome {
  const { positionMode } = command;
  if (perp.core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
  if (positionMode !== 'one-way' && positionMode !== 'hedge') return refuse('INVALID_COMMAND');
  if (perp.settleAssetId === 0) return refuse('UNKNOWN_SYMBOL');
  const user = perp.userOrDraft(userId);
  // the house's positions are what its quotes come to: one a symbol
  if (user.isHouse && positionMode === 'hedge') return refuse('NOT_PERMITTED');
  if (positionMode === user.positionMode) return DONE;
  if (user.orderCount > 0 || user.positionCount > 0) return refuse('POSITION_OPEN');
  perp.registerUser(user);
  user.positionMode = positionMode;
  perp.core.tape.note({ type: 'perpetualPositionMode', userId, positionMode });
  return DONE;
}

/** Adds margin to an isolated position, or takes away what its leverage does not ask for at the mark. */
export function adjustMargin(perp: PerpetualState, userId: number, command: AdjustMargin): Outcome {
  const { amount } = command;
  const position = perp.positions.get(command.positionId);
  if (position === undefined || position.trader.user.userId !== userId) return refuse('UNKNOWN_POSITION');
  if (!position.isIsolated) return refuse('MARGIN_NOT_ISOLATED');
  if (amount === 0n) return refuse('QUANTITY_INVALID');
  const margin = position.margin + amount;
  if (amount > 0n && amount > freeOf(perp, position.trader.user)) return refuse('INSUFFICIENT_BALANCE');
  if (amount < 0n) {
    if (position.symbol.isStale) return refuse('INDEX_STALE');
    if (!isEnough(position, margin, position.trader.leverage)) return refuse('MARGIN_TOO_LOW');
  }
  setMargin(perp, position, margin);
  perp.touch(position, 'margin');
  return marginDone(margin);
}

function tellSettings(perp: PerpetualState, trader: Trader): void {
  perp.core.tape.note({
    type: 'perpetualSettings',
    userId: trader.user.userId,
    symbolId: trader.symbol.symbolId,
    leverage: trader.leverage,
    marginMode: trader.marginMode,
  });
}
