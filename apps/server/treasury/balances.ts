import type { ChainAdapter } from '@candor/chains';
import type { HouseClass } from './schema.ts';

/** Balances by kind of address, in base units of the chain. */
export type ClassBalances = Readonly<Record<HouseClass | 'deposits', bigint>>;

/** Reads the balances of all addresses at one block, by coin. Throws ChainError if the node lost the block. */
export async function balancesAt(
  adapter: Pick<ChainAdapter, 'assets' | 'balancesAt'>,
  blockHash: string,
  house: ReadonlyMap<string, HouseClass>,
  users: readonly { readonly address: string }[],
): Promise<ReadonlyMap<string, ClassBalances>> {
  const found = new Map<string, Record<HouseClass | 'deposits', bigint>>();
  for (const asset of adapter.assets) {
    const sums = { hot: 0n, gas: 0n, cold: 0n, deposits: 0n };
    found.set(asset.code, sums);
    const asked: readonly (readonly [string, HouseClass | 'deposits'])[] = [
      ...house,
      ...users.map(({ address }) => [address, 'deposits'] as const),
    ];
    const addresses = asked.map(([address]) => address);
    const units = await adapter.balancesAt(addresses, asset, blockHash);
    for (const [at, [, name]] of asked.entries()) sums[name] += units[at] ?? 0n;
  }
  return found;
}
