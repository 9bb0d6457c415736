import type { Catalogue, IndexPrices } from '../../engine/catalogue/index.ts';
import { usdtValue, valuingSymbols } from '../../engine/values/index.ts';

/** Deposits and withdrawals of one coin, in base units of the ledger. */
export interface CoinFlow {
  readonly coin: string;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
}

export interface ValuedFlow extends CoinFlow {
  /** Value of what remains, in base units of USDT; negative where more left than came. Null while the index is stale. */
  readonly value: bigint | null;
}

export interface NetDeposit {
  readonly coins: readonly ValuedFlow[];
  /** Sum of the values, at least 0; null while one is not known. */
  readonly total: bigint | null;
}

/** Joins sums by coin of several sources. */
export function joinFlows(sums: readonly (readonly CoinFlow[])[]): CoinFlow[] {
  const flows = new Map<string, CoinFlow>();
  for (const { coin, deposited, withdrawn } of sums.flat()) {
    const known = flows.get(coin) ?? { coin, deposited: 0n, withdrawn: 0n };
    flows.set(coin, {
      coin,
      deposited: known.deposited + deposited,
      withdrawn: known.withdrawn + withdrawn,
    });
  }
  return [...flows.values()].sort((a, b) => (a.coin < b.coin ? -1 : 1));
}

/** Symbols whose indices value the coins. */
export function symbolsOf(catalogue: Catalogue, flows: readonly CoinFlow[]): number[] {
  return valuingSymbols(
    catalogue,
    flows.map(({ coin }) => catalogue.asset(coin)),
  );
}

/**
 * Values deposits less withdrawals at the index, the rounding in the user's favour. One rate serves both, so that a coin
 * that came and left again counts nothing, whatever its price did meanwhile.
 */
export function netDepositOf(
  catalogue: Catalogue,
  flows: readonly CoinFlow[],
  prices: IndexPrices,
): NetDeposit {
  const coins = flows.map((flow): ValuedFlow => {
    const net = flow.deposited - flow.withdrawn;
    const size = usdtValue(catalogue, catalogue.asset(flow.coin), net < 0n ? -net : net, prices);
    return { ...flow, value: size === null ? null : net < 0n ? -size : size };
  });
  let total: bigint | null = 0n;
  for (const { value } of coins) total = total === null || value === null ? null : total + value;
  return { coins, total: total !== null && total < 0n ? 0n : total };
}
