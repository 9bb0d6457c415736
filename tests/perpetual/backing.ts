import type { KernelView, PerpetualOrderView, PositionView } from '@candor/kernel';

interface BackedLevel {
  readonly orders: readonly PerpetualOrderView[];
  /** The lots of the level, and those of them that the position does not close. */
  readonly lots: number;
  readonly opening: number;
}

/**
 * The price levels of one user's resting orders in a symbol and direction, best price first, and what opens of each:
 * a position's lots close what the book reaches first.
 */
function backedLevels(
  all: readonly PerpetualOrderView[],
  positions: readonly PositionView[],
  symbolId: number,
  side: 'buy' | 'sell',
): BackedLevel[] {
  const position = positions.find((each) => each.symbolId === symbolId && each.positionSide === 'both');
  const closes = position !== undefined && (position.direction === 'long') === (side === 'sell');
  let left = closes ? position.lots : 0;
  const levels = new Map<number, PerpetualOrderView[]>();
  for (const order of all) {
    if (order.symbolId !== symbolId || order.side !== side || order.trigger !== null) continue;
    const price = order.priceTicks!;
    levels.set(price, [...(levels.get(price) ?? []), order]);
  }
  const prices = [...levels.keys()].sort((a, b) => (side === 'buy' ? b - a : a - b));
  return prices.map((price) => {
    const orders = levels.get(price)!;
    const lots = orders.reduce((sum, order) => sum + order.lots - order.filledLots, 0);
    const closing = Math.min(left, lots);
    left -= closing;
    return { orders, lots, opening: lots - closing };
  });
}

/**
 * Throws unless a user's resting orders in a symbol are backed together: each level holds the initial margin of what
 * would open there, once the position is used up, and a fee of all of it between two rates. Reckoned from views alone,
 * by level and not by order, so orders of one price may differ by their roundings; a level where some orders only
 * reduce and others do not is left out, as views don't tell who is first there.
 */
export function checkBacking(
  view: KernelView,
  userId: number,
  symbolId: number,
  feePpm: { readonly least: bigint; readonly most: bigint },
): void {
  const { leverage } = view.perpetual.settings(userId, symbolId)!;
  const units = view.perpetual.symbol(symbolId)!.quotePerTickLot as bigint;
  const orders = view.perpetual.openOrders(userId, symbolId);
  const positions = view.perpetual.positions(userId);
  for (const side of ['buy', 'sell'] as const) {
    for (const level of backedLevels(orders, positions, symbolId, side)) {
      const reducing = level.orders.filter(({ reduceOnly }) => reduceOnly).length;
      const held = level.orders.reduce((sum, order) => sum + order.held, 0n);
      if (reducing === level.orders.length && held !== 0n) throw new Error(`${held} are held to reduce`);
      if (reducing > 0) continue;
      const unit = BigInt(level.orders[0]!.priceTicks!) * units;
      const margin = ceil(BigInt(level.opening) * unit, BigInt(leverage));
      const notional = BigInt(level.lots) * unit;
      const roundings = 2n * BigInt(level.orders.length - 1);
      const least = margin + ceil(notional * feePpm.least, 1_000_000n);
      const most = margin + ceil(notional * feePpm.most, 1_000_000n) + roundings;
      if (held >= least && held <= most) continue;
      const at = `${side} at ${level.orders[0]!.priceTicks} in ${symbolId}`;
      throw new Error(`${userId} holds ${held} for a ${at}, and not ${least} to ${most}`);
    }
  }
}

function ceil(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
