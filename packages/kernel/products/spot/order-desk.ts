import type { PriceBand } from '@candor/rules';
import { REASON_CANCELLED } from '../../events/records.ts';
import type { OrderDesk } from '../../order-desk.ts';
import type { CancelledOrder } from '../../vocabulary.ts';
import type { SpotDesk } from './place-order.ts';
import { orderAt, withdraw } from './resting.ts';
import type { SpotState } from './spot-state.ts';

/** Opens the spot books to wallets of other products. */
export function orderDesk(state: SpotState, desk: SpotDesk): OrderDesk {
  return {
    watch(watch) {
      state.restingWatch = watch;
    },
    place: (account, order, worstTicks) => desk.placeFrom(account, order, worstTicks, false),
    placeCovered: (account, order, worstTicks) => desk.placeFrom(account, order, worstTicks, true),
    cost: (account, order, worstTicks) => desk.costFrom(account, order, worstTicks),
    meets(symbolId, side, worstTicks) {
      const { book, band } = state.symbolsById.get(symbolId)!;
      const isBuy = side === 'buy';
      const limitTicks = isBuy
        ? Math.min(band.highestTicks, worstTicks)
        : Math.max(band.lowestTicks, worstTicks);
      return book.crosses(isBuy, limitTicks);
    },
    cancelAll: (account, symbolId) => cancel(state, slotsOf(state, account, symbolId)),
    resting: (account) => slotsOf(state, account, null).map((slot) => orderAt(state, slot)),
    cancelBeyond(account, bandOf) {
      const bands = new Map<number, PriceBand>();
      const slots: number[] = [];
      const cancelled: CancelledOrder[] = [];
      for (const slot of slotsOf(state, account, null)) {
        const order = orderAt(state, slot);
        const { symbolId, side, priceTicks } = order;
        const band = bands.get(symbolId) ?? bandOf(symbolId);
        bands.set(symbolId, band);
        if (side === 'buy' ? priceTicks <= band.highestTicks : priceTicks >= band.lowestTicks) continue;
        slots.push(slot);
        cancelled.push(order);
      }
      cancel(state, slots);
      return cancelled;
    },
  };
}

/** The slots of an account's open orders, of one symbol or of all, lowest id first. */
function slotsOf({ traders, orders, symbols }: SpotState, account: number, symbolId: number | null) {
  const slots: number[] = [];
  for (let trader = traders.newestOf(account); trader !== 0; trader = traders.nextOfAccount(trader)) {
    const { listed } = symbols[traders.symbol(trader)]!;
    if (symbolId !== null && listed.symbolId !== symbolId) continue;
    for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot)) slots.push(slot);
  }
  return slots.sort((a, b) => orders.id(a) - orders.id(b));
}

function cancel(state: SpotState, slots: readonly number[]): number[] {
  const { orders, symbols, traders } = state;
  return slots.map((slot) => {
    const id = orders.id(slot);
    withdraw(state, symbols[traders.symbol(orders.owner(slot))]!, slot, REASON_CANCELLED);
    return id;
  });
}
