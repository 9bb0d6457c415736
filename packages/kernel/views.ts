import type { Amount, Lots, PriceTicks } from '@candor/money';
import { FLAG_POST_ONLY, FLAG_SELL } from './book/order-pool.ts';
import type {
  AssetInfo,
  BalanceView,
  DepthLevel,
  DepthView,
  IndexView,
  LedgerSum,
  OpenOrderView,
} from './kernel.ts';
import { FEES, PRACTICE_CUSTODY, SAFETY_FUND } from './ledger/accounts.ts';
import { isDebt, userOf, walletAccount, walletName } from './ledger/wallets.ts';
import type { State } from './state.ts';

export function assets(state: State): AssetInfo[] {
  return [...state.assets.values()].map(({ assetId, code, name, scale }) => ({ assetId, code, name, scale }));
}

/** All balances that an account (its number) ever had, by asset. */
export function balances(state: State, accountNumber: number): BalanceView[] {
  const account = state.accounts.find(accountNumber);
  if (account === 0) return [];
  const found: BalanceView[] = [];
  for (
    let slot = state.accounts.firstBalance[account]!;
    slot !== 0;
    slot = state.balances.nextOfAccount[slot]!
  ) {
    found.push({
      assetId: state.balances.asset[slot]!,
      available: state.balances.available(slot) as Amount,
      held: state.balances.held(slot) as Amount,
    });
  }
  return found.sort((a, b) => a.assetId - b.assetId);
}

/** Open orders and quotes of a user's spot and margin wallets, oldest first. */
export function openOrders(state: State, userId: number, symbolId: number | null): OpenOrderView[] {
  const { accounts } = state;
  const spot = accounts.find(userId);
  if (spot === 0) return [];
  const found: OpenOrderView[] = [];
  openOrdersOf(state, spot, symbolId, found);
  if (accounts.hasMargin[spot] === 1) {
    openOrdersOf(state, accounts.find(walletAccount(userId, 'margin-cross')), symbolId, found);
    for (const { listed } of state.symbols) {
      const isolated = accounts.find(walletAccount(userId, 'margin-isolated', listed.symbolId));
      openOrdersOf(state, isolated, symbolId, found);
    }
  }
  return found.sort((a, b) => a.orderId - b.orderId);
}

/** Adds the open orders of one account (its slot, 0 for none). */
function openOrdersOf(state: State, account: number, symbolId: number | null, found: OpenOrderView[]): void {
  const { traders, orders } = state;
  if (account === 0) return;
  const number = state.accounts.numbers[account]!;
  for (
    let trader = state.accounts.firstTrader[account]!;
    trader !== 0;
    trader = traders.nextOfAccount(trader)
  ) {
    const ofSymbol = state.symbols[traders.symbol(trader)]!.listed.symbolId;
    if (symbolId !== null && ofSymbol !== symbolId) continue;
    for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot)) {
      found.push(openOrder(state, slot, number, ofSymbol));
    }
  }
}

function openOrder(state: State, slot: number, accountNumber: number, symbolId: number): OpenOrderView {
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

export function depth(state: State, symbolId: number, levels: number): DepthView {
  const book = state.symbolsById.get(symbolId)?.book;
  if (book === undefined) return { bids: [], asks: [] };
  return { bids: book.depth(true, levels) as DepthLevel[], asks: book.depth(false, levels) as DepthLevel[] };
}

export function index(state: State, symbolId: number): IndexView | null {
  const found = state.index.symbols.get(symbolId);
  if (found === undefined) return null;
  return {
    tickNo: found.tickNo,
    timeMs: found.timeMs,
    priceTicks: found.priceTicks === 0 ? null : (found.priceTicks as PriceTicks),
    venuesUsed: found.venuesUsed,
  };
}

/** Adds up every balance of the ledger: linear in the number of accounts. */
export function ledgerSums(state: State): LedgerSum[] {
  const { balances: money, accounts } = state;
  const sums = new Map<
    number,
    { custody: bigint; users: bigint; house: bigint; fees: bigint; safetyFund: bigint; products: bigint }
  >();
  for (const assetId of state.assets.keys()) {
    sums.set(assetId, { custody: 0n, users: 0n, house: 0n, fees: 0n, safetyFund: 0n, products: 0n });
  }
  for (let slot = 1; slot <= money.count; slot++) {
    const sum = sums.get(money.asset[slot]!)!;
    const account = money.account[slot]!;
    const number = accounts.numbers[account]!;
    const total = money.total(slot);
    if (number === PRACTICE_CUSTODY) sum.custody += total;
    else if (number === FEES) sum.fees += total;
    else if (number === SAFETY_FUND) sum.safetyFund += total;
    else if (number < 0 || isDebt(number)) sum.products += total;
    else if (accounts.house[account] === 1) sum.house += total;
    else sum.users += total;
  }
  return [...sums].map(([assetId, { custody, users, house, fees, safetyFund, products }]) => ({
    assetId,
    sum: (custody + users + house + fees + safetyFund + products) as Amount,
    custody: custody as Amount,
    users: users as Amount,
    house: house as Amount,
    fees: fees as Amount,
    safetyFund: safetyFund as Amount,
    products: products as Amount,
  }));
}
