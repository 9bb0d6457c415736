import type { ChainAdapter } from '@candor/chains';
import type { HouseClass } from './schema.ts';

/** Balances by kind of address, in base units of the chain. */
export type ClassBalances = Readonly<Record<HouseClass | 'deposits', bigint>>;

/** Balances asked for at once: a node takes them side by side. */
const AT_ONCE = 20;

/** Reads the balances of all addresses at one block, by coin. Throws ChainError if the node lost the block. */
export async function balancesAt(
  adapter: ChainAdapter,
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
    for (let first = 0; first < asked.length; first += AT_ONCE) {
      const some = asked.slice(first, first + AT_ONCE);
      const units = await Promise.all(some.map(([address]) => adapter.balanceAt(address, asset, blockHash)));
      for (const [at, [, name]] of some.entries()) sums[name] += units[at] ?? 0n;
    }
  }
  return found;
}
