import { assert } from '../../assert.ts';
import type { PerpetualUser } from './state/entities.ts';
import type { PerpetualState } from './state/perpetual-state.ts';
import type { PerpetualSymbol } from './state/symbol.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all positions and orders: a clearing account is the
 * negative signed entry cost of its positions (and the pot of a funding under way), as many lots are long as short, and
 * of a wallet is held exactly what its isolated positions and its orders need.
 */
export function auditPerpetuals(perp: PerpetualState): void {
  for (const symbol of perp.symbols) auditSymbol(perp, symbol);
  for (const user of perp.users.values()) auditUser(perp, user);
  let listed = 0;
  for (const trader of perp.traders) listed += trader.orders.size;
  assert(listed === perp.orders.size, 'every order is in the list of its owner alone');
  assert(perp.changed.length === 0 && perp.atRisk.length === 0, 'perpetuals have nothing left to settle');
}

function auditSymbol(perp: PerpetualState, symbol: PerpetualSymbol): void {
  const { balances } = perp.core;
  const lots = { long: 0, short: 0 };
  let cost = 0n;
  for (const position of perp.positionsIn(symbol).values()) {
    const { positionId, direction, sign, entryCost, margin, isIsolated, trader, positionSide } = position;
    assert(perp.positions.get(positionId) === position, 'a position is found by its id');
    assert(trader.position(positionSide) === position, 'a position is that of its owner');
    assert(position.lots > 0 && entryCost >= 0n, 'an open position has lots');
    assert(isIsolated ? margin >= 0n : margin === 0n, 'only an isolated position has a margin of its own');
    assert(position.uncoveredLots() >= 0, 'reduce-only orders close no more than there is');
    lots[direction] += position.lots;
    cost += sign === 1 ? entryCost : -entryCost;
  }
  assert(lots.long === lots.short && lots.long === symbol.openLots, 'as many lots are long as short');
  const clearing = balances.total(balances.find(symbol.clearing, perp.settleAssetId));
  const pot = perp.rounds.get(symbol)?.held ?? 0n;
  assert(clearing === pot - cost, 'clearing is the negative entry cost of all positions');
}

function auditUser(perp: PerpetualState, user: PerpetualUser): void {
  const sums = { isolated: 0n, orders: 0n, positions: 0, orderCount: 0 };
  for (const trader of user.traders.values()) {
    for (const position of trader.openPositions()) {
      sums.isolated += position.margin;
      sums.positions += 1;
      assert(user.crossPositions.has(position) === !position.isIsolated, 'cross positions are listed');
    }
    for (const order of trader.orders) {
      assert(perp.orders.get(order.orderId) === order, 'an order is found by its id');
      assert(order.leftLots > 0 && order.held >= 0n, 'a listed order is open');
      sums.orders += order.held;
      if (!order.isQuote) sums.orderCount += 1;
    }
  }
  assert(user.isolatedMargin === sums.isolated, 'isolated margins add up');
  assert(user.orderMargin === sums.orders, 'what orders hold adds up');
  assert(user.positionCount === sums.positions, 'a user counts its positions');
  const held = perp.core.balances.held(user.balance);
  assert(held === sums.isolated + sums.orders, 'a wallet holds what positions and orders need');
}
