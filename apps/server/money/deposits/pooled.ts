import type { OutputChain } from '@candor/chains';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, type Trx } from '../../base/database/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { placeOf, transfersToUsers, type UsersTransfer } from './users-transfers.ts';

/** A node's pool: transactions that no block has yet. */
export type PoolOfNode = Pick<OutputChain, 'pooledHashes' | 'pooledTransfers' | 'head'>;

export interface PoolReaderOptions {
  readonly pool: Pool;
  readonly chain: ListedChain;
  readonly adapter: PoolOfNode;
  /** New transactions that one reading asks for. */
  readonly mostAtOnce?: number;
}

/** The pool at a moment, and the newest block of that moment or later. */
export interface PoolView {
  readonly hashes: ReadonlySet<string>;
  readonly height: number;
}

/**
 * Shows payments to users that no block has yet. They are no deposits: nothing of them is ever credited. One that is replaced
 * or dropped leaves, and one that a block takes becomes a deposit under its number (`takeFromPool`).
 */
export interface PoolReader {
  /** Lists the node's pool. Null while a pool of this size rests: the larger it is, the longer. */
  look(): Promise<PoolView | null>;
  /** Enters the payments that are new in a view, and ends those that left. Call it once its blocks are read. */
  note(view: PoolView): Promise<void>;
}

const MOST_AT_ONCE = 500;
/** A list of so many ids is asked for once in two looks, one of twice as many once in three. */
const HASHES_A_LOOK = 10_000;

export function createPoolReader(options: PoolReaderOptions): PoolReader {
  const { pool, chain, adapter, mostAtOnce = MOST_AT_ONCE } = options;
  const db = kyselyOf(pool);
  /** Ids of the pool that were read already. */
  let known = new Set<string>();
  /** Ids of the pool that wait to be read: the newest come first, so that a backlog holds up nobody. */
  let waiting: readonly string[] = [];
  let rests = 0;

  return {
    async look() {
      if (rests > 0) {
        rests -= 1;
        return null;
      }
      const hashes = new Set(await adapter.pooledHashes());
      rests = Math.floor(hashes.size / HASHES_A_LOOK);
      const { number } = await adapter.head();
      return { hashes, height: number };
    },
    async note({ hashes, height }) {
      const queued = new Set(waiting);
      const fresh = [...hashes].filter((hash) => !known.has(hash) && !queued.has(hash));
      waiting = [...fresh, ...waiting.filter((hash) => hashes.has(hash))];
      const asked = waiting.slice(0, mostAtOnce);
      const transfers = asked.length === 0 ? [] : await adapter.pooledTransfers(asked);
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`deposits ${chain.key}`}))`.execute(trx);
        await removeLeft(trx, chain.key, hashes, height);
        await enter(
          trx,
          await transfersToUsers(
            trx,
            chain,
            transfers.flat().filter((each) => each !== null),
          ),
        );
      });
      const stillKnown = [...known].filter((hash) => hashes.has(hash));
      known = new Set([...stillKnown, ...asked]);
      waiting = waiting.slice(asked.length);
    },
  };
}

/** Ends what the pool has no more. Where a block may have it that was not read yet, it stays until that block is. */
async function removeLeft(
  trx: Trx,
  chain: string,
  hashes: ReadonlySet<string>,
  height: number,
): Promise<void> {
  const { rows } = await sql<{ transaction_hash: string; tip: number | null }>`
    select distinct transaction_hash, (select max(number) from deposits.block where chain = ${chain}) as tip
    from deposits.pooled where chain = ${chain}`.execute(trx);
  const left = rows.filter(
    ({ transaction_hash, tip }) => !hashes.has(transaction_hash) && (tip ?? -1) >= height,
  );
  if (left.length === 0) return;
  await sql`
    delete from deposits.pooled
    where chain = ${chain} and transaction_hash = any(${left.map((each) => each.transaction_hash)})`.execute(
    trx,
  );
}

/** Enters payments, unless they are in a block that was read meanwhile. */
async function enter(trx: Trx, found: readonly UsersTransfer[]): Promise<void> {
  for (const each of found)
    await sql`
      insert into deposits.pooled (chain, transaction_hash, ordinal, user_id, address, coin, amount, decimals,
        confirmations_needed, is_large)
      select ${each.chain}, ${each.transaction_hash}, ${each.ordinal}, ${each.user_id}, ${each.address},
        ${each.coin}, ${each.amount}::numeric, ${each.decimals}, ${each.confirmations_needed}, ${each.is_large}
      where not exists (
        select from deposits.deposit
        where chain = ${each.chain} and transaction_hash = ${each.transaction_hash} and ordinal = ${each.ordinal}
          and state not in ('gone', 'reversed'))
      on conflict (chain, transaction_hash, ordinal) do nothing`.execute(trx);
}

/**
 * Ends the payments that a block takes over. Returns by place the number and time under which the pool had them: a deposit
 * keeps them, so that its owner sees one row from the first moment on.
 */
export async function takeFromPool(
  trx: Trx,
  chain: string,
  taken: readonly Pick<UsersTransfer, 'transaction_hash' | 'ordinal'>[],
): Promise<ReadonlyMap<string, { readonly deposit_no: bigint; readonly seen_at: Date }>> {
  if (taken.length === 0) return new Map();
  const hashes = [...new Set(taken.map((each) => each.transaction_hash))];
  const { rows } = await sql<{
    transaction_hash: string;
    ordinal: number;
    deposit_no: bigint;
    seen_at: Date;
  }>`
    delete from deposits.pooled where chain = ${chain} and transaction_hash = any(${hashes})
    returning transaction_hash, ordinal, deposit_no, seen_at`.execute(trx);
  return new Map(rows.map(({ deposit_no, seen_at, ...place }) => [placeOf(place), { deposit_no, seen_at }]));
}
