import type { Amount, Lots, PriceTicks } from '@candor/money';
import { FLAG_POST_ONLY, FLAG_SELL } from '../../book/order-pool.ts';
import { userOf, walletName } from '../../ledger/wallets.ts';
import type { SpotState } from './spot-state.ts';
import type { OpenOrderView } from './view.ts';

/** Open orders and quotes of all wallets of a user that trade in the spot books, oldest first. */
export function openOrders(state: SpotState, userId: number, symbolId: number | null): OpenOrderView[] {
  const spot = state.accounts.find(userId);
  if (spot === 0) return [];
  const found: OpenOrderView[] = [];
  openOrdersOf(state, spot, symbolId, found);
  for (const account of state.traders.othersOf(spot)) openOrdersOf(state, account, symbolId, found);
  return found.sort((a, b) => a.orderId - b.orderId);
}

/** Adds the open orders of one account (its slot, 0 for none). */
function openOrdersOf(
  state: SpotState,
  account: number,
  symbolId: number | null,
  found: OpenOrderView[],
): void {
  const { traders, orders } = state;
  if (account === 0) return;
  const number = state.accounts.numbers[account]!;
  for (let trader = traders.newestOf(account); trader !== 0; trader = traders.nextOfAccount(trader)) {
    const ofSymbol = state.symbols[traders.symbol(trader)]!.listed.symbolId;
    if (symbolId !== null && ofSymbol !== symbolId) continue;
    for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot)) {
      found.push(openOrder(state, slot, number, ofSymbol));
    }
  }
}

function openOrder(state: SpotState, slot: number, accountNumber: number, symbolId: number): OpenOrderView {
  const { orders } = state;
  const flags = orders.flags(slot);
  return {
    orderId: orders.id(slot),
    userId: userOf(accountNumber),
    wallet: walletName(accountNumber),
    clientOrderId: orders.clientId(slot),
    symbolId,
    side: (flags & FLAG_SELL) === 0 ? 'buy' : 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: (flags & FLAG_POST_ONLY) !== 0,
    priceTicks: orders.priceTicks(slot) as PriceTicks,
    lots: orders.lots(slot) as Lots,
    filledLots: (orders.lots(slot) - orders.left(slot)) as Lots,
    filledQuote: orders.filledQuote(slot) as Amount,
    createdMs: orders.createdMs(slot),
  };
}
