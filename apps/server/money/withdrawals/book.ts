import type { WithdrawalAddress } from '@candor/api';
import { normaliseAddress } from '@candor/chains';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { ListedChain } from '../chains/index.ts';
import { alikeOf } from './alike.ts';
import { isOfHouse } from './house-addresses.ts';
import { BOOK_SIZE } from './terms.ts';

/** The address books of users, and their whitelists. */
export function createBook(db: Db, chains: readonly ListedChain[], now: () => number) {
  return {
    read: (network: string, text: string) => readAddress(chains, network, text),
    /** Addresses that imitate one which the user paid or saved, each with that one. */
    alike: (userId: number, addresses: readonly string[]) => alikeOf(db, userId, addresses),
    list: (userId: number) => savedBy(db, userId),
    /** Saves an address, or gives a saved one another label. @throws Refusal WITHDRAWAL_ADDRESS_OURS, and as `read` */
    async save(
      userId: number,
      { network, address: text, label }: { network: string; address: string; label: string },
      enter: EnterAnswer,
    ): Promise<WithdrawalAddress> {
      const address = readAddress(chains, network, text);
      if (await isOfHouse(db, chains, address))
        throw new Refusal('WITHDRAWAL_ADDRESS_OURS', { field: 'address' });
      return db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        const saved = await trx
          .selectFrom('withdrawals.address')
          .select('address')
          .where('user_id', '=', BigInt(userId))
          .execute();
        if (saved.length >= BOOK_SIZE && !saved.some((each) => each.address === address))
          throw new Refusal('WITHDRAWAL_BOOK_FULL');
        const savedAt = new Date(now());
        await trx
          .insertInto('withdrawals.address')
          .values({ user_id: userId, chain: network, address, label, saved_at: savedAt })
          .onConflict((conflict) => conflict.columns(['user_id', 'chain', 'address']).doUpdateSet({ label }))
          .execute();
        const row = { network, address, label, time: savedAt.getTime() };
        await enter(trx, row);
        return row;
      });
    },
    /** Removes a saved address; resolves with it, and with null for one that was not saved. */
    async remove(trx: Trx, userId: number, network: string, text: string): Promise<string | null> {
      const chain = chains.find(({ key }) => key === network);
      const address = (chain === undefined ? null : normaliseAddress(chain.chainId, text)) ?? text;
      const { numDeletedRows } = await trx
        .deleteFrom('withdrawals.address')
        .where('user_id', '=', BigInt(userId))
        .where('chain', '=', network)
        .where('address', '=', address)
        .executeTakeFirst();
      return numDeletedRows === 0n ? null : address;
    },
    async isWhitelistOn(userId: number): Promise<boolean> {
      const row = await db
        .selectFrom('withdrawals.setting')
        .select('whitelist')
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirst();
      return row?.whitelist === true;
    },
    async setWhitelist(userId: number, whitelist: boolean, enter: EnterAnswer): Promise<null> {
      return db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        await trx
          .insertInto('withdrawals.setting')
          .values({ user_id: userId, whitelist })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ whitelist }))
          .execute();
        await enter(trx, null);
        return null;
      });
    },
  };
}

/** An address with its checksum. @throws Refusal WITHDRAWAL_NETWORK_CLOSED, WITHDRAWAL_ADDRESS_INVALID */
function readAddress(chains: readonly ListedChain[], network: string, text: string): string {
  const chain = chains.find(({ key }) => key === network);
  if (chain === undefined) throw new Refusal('WITHDRAWAL_NETWORK_CLOSED', { field: 'network' });
  const address = normaliseAddress(chain.chainId, text);
  if (address === null) throw new Refusal('WITHDRAWAL_ADDRESS_INVALID', { field: 'address' });
  return address;
}

/** Addresses that a user saved, in the order of their labels. */
async function savedBy(db: Db, userId: number): Promise<WithdrawalAddress[]> {
  const rows = await db
    .selectFrom('withdrawals.address')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('label')
    .orderBy('address')
    .execute();
  return rows.map(({ chain, address, label, saved_at }) => ({
    network: chain,
    address,
    label,
    time: saved_at.getTime(),
  }));
}
