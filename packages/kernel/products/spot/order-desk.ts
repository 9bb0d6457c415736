import { REASON_CANCELLED } from '../../events/records.ts';
import type { OrderDesk } from '../../order-desk.ts';
import type { State } from '../../state.ts';
import type { SpotDesk } from './place-order.ts';
import { withdraw } from './resting.ts';

/** Lets other products trade in the spot books for wallets of their own. */
export function orderDesk(state: State, desk: SpotDesk): OrderDesk {
  return {
    place: (account, order, worstTicks) => desk.placeFrom(account, order, worstTicks),
    cancelAll(account, symbolId) {
      const { traders, orders, accounts } = state;
      const slots: number[] = [];
      for (
        let trader = accounts.firstTrader[account]!;
        trader !== 0;
        trader = traders.nextOfAccount(trader)
      ) {
        const { listed } = state.symbols[traders.symbol(trader)]!;
        if (symbolId !== null && listed.symbolId !== symbolId) continue;
        for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot))
          slots.push(slot);
      }
      slots.sort((a, b) => orders.id(a) - orders.id(b));
      return slots.map((slot) => {
        const id = orders.id(slot);
        withdraw(state, state.symbols[traders.symbol(orders.owner(slot))]!, slot, REASON_CANCELLED);
        return id;
      });
    },
  };
}
