import type { Lots, PriceTicks } from '@candor/money';
import { initialMargin, liquidationPrice, notionalOf, type PositionTerms } from '@candor/rules';
import type { RejectionCode } from '../../../events.ts';
import type { TriggerSource } from '../../../triggers/trigger-index.ts';
import type { ExitTerms } from '../protocol/commands.ts';
import type { ExitDoneReason, ExitKeptState, ExitKind } from '../protocol/events.ts';
import { crossCollateral } from '../risk/risk.ts';
import type { Exit, OrderTermsOfUser, PerpetualOrder, Position, Trader } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

/** Maximum number of take-profits and stop-losses of one position. */
const MAX_EXITS = 20;

/** The price of a source now; before the first fill the last price is the mark. */
export function sourcePrice(symbol: PerpetualSymbol, source: TriggerSource): number {
  const { mark } = symbol;
  if (source === 'last') return mark.lastTicks || mark.markTicks;
  return source === 'index' ? mark.indexTicks || mark.markTicks : mark.markTicks;
}

/** True when a price rises to this exit: a long's take-profit, a short's stop-loss. */
export function isRising(sign: 1 | -1, kind: ExitKind): boolean {
  return (sign === 1) === (kind === 'take-profit');
}

/**
 * Problem with exits of a position that stands at the present prices or begins at `entryTicks`; null when they pass.
 */
export function exitsProblem(
  symbol: PerpetualSymbol,
  sign: 1 | -1,
  lots: number,
  takeProfit: ExitTerms | null,
  stopLoss: ExitTerms | null,
  entryTicks: number | null,
): RejectionCode | null {
  const given: [ExitTerms | null, ExitKind][] = [
    [takeProfit, 'take-profit'],
    [stopLoss, 'stop-loss'],
  ];
  for (const [terms, kind] of given) {
    if (terms === null) continue;
    const { triggerTicks } = terms;
    if (!Number.isSafeInteger(triggerTicks) || triggerTicks <= 0) return 'PRICE_INVALID';
    if (terms.lots !== null && (!Number.isSafeInteger(terms.lots) || terms.lots <= 0))
      return 'QUANTITY_INVALID';
    if (terms.lots !== null && terms.lots > lots) return 'QUANTITY_INVALID';
    const reference = entryTicks ?? sourcePrice(symbol, terms.source);
    if (isRising(sign, kind) ? triggerTicks <= reference : triggerTicks >= reference) {
      return 'TRIGGER_WOULD_FIRE';
    }
  }
  return null;
}

/** True when a position would be liquidated before the mark comes to a stop-loss. */
export function isBeyondLiquidation(perp: PerpetualState, position: Position, triggerTicks: number): boolean {
  const { user } = position.trader;
  if (!position.isIsolated && user.crossPositions.size > 1) return false;
  const collateral = position.isIsolated ? position.margin : crossCollateral(perp, user);
  return isBehind(position, collateral, position.symbol, triggerTicks);
}

/** The same of the position that an order would come to if all of it filled at a price. */
export function isEntryBeyondLiquidation(
  perp: PerpetualState,
  trader: Trader,
  terms: OrderTermsOfUser,
  priceTicks: number,
): boolean {
  const { symbol, user, leverage } = trader;
  const existing = trader.position(terms.positionSide);
  if (existing !== null && existing.sign !== terms.sign) return false;
  const others = [...user.crossPositions].filter((position) => position !== existing);
  const isIsolated = trader.marginMode === 'isolated';
  if (!isIsolated && others.length > 0) return false;
  const unitsPerTickLot = symbol.terms.quotePerTickLot;
  const notional = notionalOf(terms.lots, priceTicks, unitsPerTickLot);
  const position = {
    sign: terms.sign,
    lots: terms.lots + (existing?.lots ?? 0),
    entryCost: notional + (existing?.entryCost ?? 0n),
    unitsPerTickLot,
  };
  const collateral = isIsolated
    ? initialMargin(notional, leverage) + (existing?.margin ?? 0n)
    : crossCollateral(perp, user);
  return isBehind(position, collateral, symbol, terms.stopLoss!.triggerTicks);
}

function isBehind(
  position: PositionTerms,
  collateral: bigint,
  symbol: PerpetualSymbol,
  triggerTicks: number,
): boolean {
  const price = liquidationPrice(position, collateral, symbol.steps);
  if (price === null) return false;
  const trigger = BigInt(triggerTicks) * price.denominator;
  return position.sign === 1 ? trigger <= price.numerator : trigger >= price.numerator;
}

export function hasRoomForExits(position: Position, count: number): boolean {
  return position.exits.length + count <= MAX_EXITS;
}

/** Sets exits that were checked. Those of the whole position replace the whole position's of their kind. */
export function addExits(
  perp: PerpetualState,
  position: Position,
  takeProfit: ExitTerms | null,
  stopLoss: ExitTerms | null,
  entryOrderId: number,
): number {
  if (takeProfit !== null) replaceWhole(perp, position, 'take-profit', takeProfit);
  if (stopLoss !== null) replaceWhole(perp, position, 'stop-loss', stopLoss);
  const profit = takeProfit === null ? null : addExit(perp, position, 'take-profit', takeProfit);
  const loss = stopLoss === null ? null : addExit(perp, position, 'stop-loss', stopLoss);
  if (profit !== null && loss !== null) {
    profit.twinId = loss.exitId;
    loss.twinId = profit.exitId;
  }
  for (const exit of [profit, loss]) if (exit !== null) tellSet(perp, exit, entryOrderId);
  return (profit ?? loss)?.exitId ?? 0;
}

function replaceWhole(perp: PerpetualState, position: Position, kind: ExitKind, terms: ExitTerms): void {
  if (terms.lots !== null) return;
  for (const exit of [...position.exits]) {
    if (exit.kind === kind && exit.lots === null) endExit(perp, exit, 'replaced', 0, 0);
  }
}

function addExit(perp: PerpetualState, position: Position, kind: ExitKind, terms: ExitTerms): Exit {
  const { core } = perp;
  const exit: Exit = {
    exitId: ++core.lastOrderId,
    position,
    kind,
    triggerTicks: terms.triggerTicks,
    source: terms.source,
    lots: terms.lots,
    isRetrying: false,
    createdMs: core.timeMs,
    twinId: 0,
  };
  linkExit(perp, exit);
  return exit;
}

export function linkExit(perp: PerpetualState, exit: Exit): void {
  exit.position.exits.push(exit);
  watchExit(perp, exit);
  perp.scope.onDiscard(forgetExit, perp, exit, 0);
}

/** Waits for the trigger of an exit, or tries it again. */
export function watchExit(perp: PerpetualState, exit: Exit): void {
  const { position } = exit;
  perp.exits.set(exit.exitId, exit);
  if (exit.isRetrying) {
    perp.retrying.add(exit.exitId);
    return;
  }
  perp.triggers.add({
    id: exit.exitId,
    symbolId: position.symbol.symbolId,
    source: exit.source,
    direction: isRising(position.sign, exit.kind) ? 'rising' : 'falling',
    threshold: exit.triggerTicks,
  });
}

function forgetExit(perp: PerpetualState, exit: Exit): void {
  perp.exits.delete(exit.exitId);
  perp.triggers.remove(exit.exitId);
  perp.retrying.delete(exit.exitId);
}

function tellSet(perp: PerpetualState, exit: Exit, entryOrderId: number): void {
  const { position } = exit;
  perp.core.tape.note({
    type: 'perpetualExitSet',
    exitId: exit.exitId,
    positionId: position.positionId,
    userId: position.trader.user.userId,
    symbolId: position.symbol.symbolId,
    positionSide: position.positionSide,
    direction: position.direction,
    kind: exit.kind,
    triggerTicks: exit.triggerTicks,
    source: exit.source,
    lots: exit.lots,
    twinId: exit.twinId,
    entryOrderId,
  });
}

/** Ends an exit. The twin of one that fired ends with it; else it stays, alone. */
export function endExit(
  perp: PerpetualState,
  exit: Exit,
  reason: ExitDoneReason,
  priceTicks: number,
  orderId: number,
): void {
  const { position } = exit;
  forgetExit(perp, exit);
  perp.scope.onDiscard(watchExit, perp, exit, 0);
  position.exits.splice(position.exits.indexOf(exit), 1);
  perp.core.tape.note({
    type: 'perpetualExitDone',
    exitId: exit.exitId,
    positionId: position.positionId,
    userId: position.trader.user.userId,
    symbolId: position.symbol.symbolId,
    reason,
    priceTicks: priceTicks === 0 ? null : (priceTicks as PriceTicks),
    orderId,
  });
  const twin = perp.exits.get(exit.twinId);
  if (twin === undefined) return;
  twin.twinId = 0;
  if (reason === 'triggered') endExit(perp, twin, 'twin', 0, 0);
}

/** Ends all exits of a position that is over; the one that closed it is left to who fired it. */
export function cancelExits(perp: PerpetualState, position: Position): void {
  const { firing } = perp;
  for (const exit of [...position.exits]) {
    if (exit === firing || !perp.exits.has(exit.exitId)) continue;
    endExit(perp, exit, exit.exitId === firing?.twinId ? 'twin' : 'position', 0, 0);
  }
}

/**
 * Settles an exit that sent an order: it ends once it closed its lots. Else it stays for the rest, with its twin, and is
 * tried again while its trigger holds.
 */
export function afterFiring(
  perp: PerpetualState,
  exit: Exit,
  priceTicks: number,
  orderId: number,
  askedLots: number,
  closedLots: number,
): void {
  if (closedLots === askedLots || exit.position.lots === 0) {
    endExit(perp, exit, 'triggered', priceTicks, orderId);
    return;
  }
  if (exit.lots !== null) {
    exit.lots = (askedLots - closedLots) as Lots;
    cutTwin(perp, exit, closedLots);
  }
  exit.isRetrying = true;
  perp.triggers.remove(exit.exitId);
  perp.retrying.add(exit.exitId);
  tellKept(perp, exit, 'retrying', priceTicks, orderId, closedLots);
}

/** Puts an exit whose trigger holds no longer back among the armed ones. */
export function rearmExit(perp: PerpetualState, exit: Exit): void {
  exit.isRetrying = false;
  perp.retrying.delete(exit.exitId);
  watchExit(perp, exit);
  tellKept(perp, exit, 'armed', 0, 0, 0);
}

/** Lots that one of a pair closed are not closed again by the other. */
function cutTwin(perp: PerpetualState, exit: Exit, closedLots: number): void {
  const twin = perp.exits.get(exit.twinId);
  if (twin === undefined || twin.lots === null || closedLots === 0) return;
  if (twin.lots <= closedLots) endExit(perp, twin, 'twin', 0, 0);
  else twin.lots = (twin.lots - closedLots) as Lots;
}

function tellKept(
  perp: PerpetualState,
  exit: Exit,
  state: ExitKeptState,
  priceTicks: number,
  orderId: number,
  closedLots: number,
): void {
  const { position } = exit;
  perp.core.tape.note({
    type: 'perpetualExitKept',
    exitId: exit.exitId,
    positionId: position.positionId,
    userId: position.trader.user.userId,
    symbolId: position.symbol.symbolId,
    state,
    priceTicks: priceTicks === 0 ? null : (priceTicks as PriceTicks),
    orderId,
    closedLots: closedLots as Lots,
    leftLots: exitLots(exit),
  });
}

/** At the first fill that opens: sets the exits that came with the order on its position. */
export function setEntryExits(perp: PerpetualState, order: PerpetualOrder): void {
  const { takeProfit, stopLoss } = order.terms;
  if (order.exitsSet || (takeProfit === null && stopLoss === null)) return;
  const position = order.trader.position(order.positionSide);
  if (position === null) return;
  order.exitsSet = true;
  const count = (takeProfit === null ? 0 : 1) + (stopLoss === null ? 0 : 1);
  if (hasRoomForExits(position, count)) addExits(perp, position, takeProfit, stopLoss, order.orderId);
}

/** The lots that an exit closes now. */
export function exitLots(exit: Exit): Lots {
  const { lots, position } = exit;
  return (lots === null ? position.lots : Math.min(lots, position.lots)) as Lots;
}
