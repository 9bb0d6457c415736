import type { Pool } from 'pg';
import { type Db, kyselyOf } from '../../base/database/index.ts';
import { FAUCET_ADDRESS, type ListedChain } from '../chains/index.ts';

/**
 * Notes the addresses of the house on a chain: who pays withdrawals, gas and all else that is no user's. One that was the
 * house's stays noted, for the coins of an earlier key are ours too.
 */
export async function noteHouseAddresses(
  pool: Pool,
  { key, isPractice, chainId }: Pick<ListedChain, 'key' | 'isPractice' | 'chainId'>,
  addresses: Iterable<string>,
): Promise<void> {
  const isOfAccounts = typeof chainId === 'number';
  const all = new Set([...addresses, ...(isPractice && isOfAccounts ? [FAUCET_ADDRESS] : [])]);
  await kyselyOf(pool)
    .insertInto('withdrawals.house_address')
    .values([...all].map((address) => ({ chain: key, address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The addresses of the house on a chain, by their key. */
export async function houseAddresses(db: Db, chainKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawals.house_address')
    .select('address')
    .where('chain', '=', chainKey)
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** True for an address of the house, or of a listed token, on any chain: keys and contracts are the same on several. */
export async function isOfHouse(db: Db, chains: readonly ListedChain[], address: string): Promise<boolean> {
  if (isContractOfToken(chains, address)) return true;
  const row = await db
    .selectFrom('withdrawals.house_address')
    .select('address')
    .where(({ eb, fn }) => eb(fn('lower', ['address']), '=', address.toLowerCase()))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True for the contract of a listed token of any chain. */
export function isContractOfToken(chains: readonly ListedChain[], address: string): boolean {
  const wanted = address.toLowerCase();
  return chains.some(({ assets }) => assets.some(({ contract }) => contract?.toLowerCase() === wanted));
}
