import type { ChainAdapter } from '@candor/chains';
import type { HouseClass } from './schema.ts';

/** Balances by kind of address, in base units of the chain. */
export type ClassBalances = Readonly<Record<HouseClass | 'deposits', bigint>>;

/** Balances at one block: by coin, and the chain's own coin by user's address. */
export interface BalancesRead {
  readonly byCoin: ReadonlyMap<string, ClassBalances>;
  readonly ownCoin: ReadonlyMap<string, bigint>;
}

/** Reads the balances of all addresses at one block. Throws ChainError if the node lost the block. */
export async function balancesAt(
  adapter: Pick<ChainAdapter, 'assets' | 'balancesAt'>,
  blockHash: string,
  house: ReadonlyMap<string, HouseClass>,
  users: readonly { readonly address: string }[],
): Promise<BalancesRead> {
  const found = new Map<string, Record<HouseClass | 'deposits', bigint>>();
  const ownCoin = new Map<string, bigint>();
  for (const asset of adapter.assets) {
    const sums = { hot: 0n, gas: 0n, cold: 0n, deposits: 0n };
    found.set(asset.code, sums);
    const asked: readonly (readonly [string, HouseClass | 'deposits'])[] = [
      ...house,
      ...users.map(({ address }) => [address, 'deposits'] as const),
    ];
    const addresses = asked.map(([address]) => address);
    const units = await adapter.balancesAt(addresses, asset, blockHash);
    for (const [at, [address, name]] of asked.entries()) {
      sums[name] += units[at] ?? 0n;
      if (asset.contract === null && name === 'deposits') ownCoin.set(address, units[at] ?? 0n);
    }
  }
  return { byCoin: found, ownCoin };
}
