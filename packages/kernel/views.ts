import type { Amount, PriceTicks } from '@candor/money';
import { CUSTODY, FEES, PRACTICE_CUSTODY, SAFETY_FUND } from './ledger/accounts.ts';
import { isDebt } from './ledger/wallets.ts';
import type { State } from './state.ts';
import type { AssetInfo, BalanceView, IndexView, LedgerSum } from './vocabulary.ts';

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
    if (number === PRACTICE_CUSTODY || number === CUSTODY) sum.custody += total;
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
