import { type BlockRef, type ChainAdapter, ChainError } from '@candor/chains';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { measureArrivals } from './measured.ts';
import { boundedEvents } from './token-events.ts';
import { listedOf, transfersToUsers, type UsersTransfer } from './users-transfers.ts';

/**
 * Notes the tokens of a block that are not listed, in a bounded number of rows. What has no row of its own is counted, and
 * the block is read again for each token that is listed later.
 */
export async function noteUnlisted(
  trx: Trx,
  chain: ListedChain,
  block: BlockRef,
  transfers: readonly UsersTransfer[],
): Promise<void> {
  const { kept, rest } = boundedEvents(
    transfers.map((each) => ({
      ...each,
      owner: String(each.user_id),
      transactionHash: each.transaction_hash,
      amount: BigInt(each.amount),
    })),
  );
  const place = { chain: chain.key, block_number: block.number, block_hash: block.hash };
  if (kept.length > 0)
    await trx
      .insertInto('deposits.unlisted')
      .values(
        kept.map(({ last, transfers: count }) => ({
          ...place,
          transaction_hash: last.transaction_hash,
          contract: last.contract ?? '',
          user_id: last.user_id,
          address: last.address,
          sender: last.sender,
          transfers: count,
          amount: `${last.amount}`,
        })),
      )
      .execute();
  if (rest > 0)
    await trx
      .insertInto('deposits.unlisted_rest')
      .values({ ...place, transfers: rest })
      .execute();
}

/** Forgets the tokens of blocks that left the chain. */
export async function forgetUnlisted(trx: Trx, chain: string, ancestor: number): Promise<void> {
  for (const table of ['unlisted', 'unlisted_rest', 'unlisted_reread'])
    await sql`
      delete from ${sql.table(`deposits.${table}`)}
      where chain = ${chain} and block_number > ${ancestor}`.execute(trx);
}

/**
 * Queues the blocks that may hold transfers of tokens that were listed since the last start: those with a row of the
 * token, and those whose transfers did not all get a row.
 */
export async function queueListed(trx: Trx, chain: ListedChain): Promise<void> {
  const contracts = chain.assets.flatMap(({ contract }) => (contract === null ? [] : [contract]));
  await sql`
    delete from deposits.listed_token where chain = ${chain.key} and not contract = any(${contracts})`.execute(
    trx,
  );
  await sql`
    delete from deposits.unlisted_reread where chain = ${chain.key} and not contract = any(${contracts})`.execute(
    trx,
  );
  await sql`
    with listed as (
      insert into deposits.listed_token (chain, contract)
      select ${chain.key}, unnest(${contracts}::text[])
      on conflict do nothing returning chain, contract)
    insert into deposits.unlisted_reread (chain, contract, block_number, block_hash)
    select chain, contract, block_number, block_hash from listed join deposits.unlisted using (chain, contract)
    union
    select chain, contract, block_number, block_hash from listed join deposits.unlisted_rest using (chain)
    on conflict do nothing`.execute(trx);
}

interface Queued {
  readonly contract: string;
  readonly block_number: number;
  readonly block_hash: string;
  readonly is_tried: boolean;
}

export interface Rereading {
  readonly db: Db;
  readonly chain: ListedChain;
  readonly adapter: Pick<ChainAdapter, 'blockAt' | 'transfersOf' | 'balancesAt'>;
  readonly alarm: (line: string) => void;
}

/** Blocks of one reading: what was listed late holds up no new deposit. */
const BLOCKS_AT_ONCE = 50;
const TRIED_AGAIN_AFTER = '10 minutes';

/**
 * Reads queued blocks again and enters the newly listed tokens' transfers as deposits in their places; the next block
 * credits what is confirmed. A block that the node cannot answer for stays queued, with an alarm.
 */
export async function rereadListed(reading: Rereading): Promise<void> {
  const { db, chain, alarm } = reading;
  const { rows } = await sql<Queued>`
    select contract, block_number, block_hash, tried_at is not null as is_tried from deposits.unlisted_reread
    where chain = ${chain.key} and (tried_at is null or tried_at < now() - ${TRIED_AGAIN_AFTER}::interval)
    order by block_number, contract limit ${BLOCKS_AT_ONCE}`.execute(db);
  for (const queued of rows) {
    const reason = await reread(reading, queued).catch((error: unknown) => {
      if (error instanceof ChainError) return error.message;
      throw error;
    });
    if (reason === null) continue;
    await sql`update deposits.unlisted_reread set tried_at = now() where ${keyOf(chain.key, queued)}`.execute(
      db,
    );
    if (!queued.is_tried)
      alarm(
        `${chain.key}: deposits of ${queued.contract} in block ${queued.block_number} wait, it cannot be read again: ${reason}`,
      );
  }
}

const keyOf = (chain: string, { contract, block_number }: Queued) =>
  sql`chain = ${chain} and contract = ${contract} and block_number = ${block_number}`;

/** Returns null once the block's transfers are entered, else why they are not. */
async function reread(reading: Rereading, queued: Queued): Promise<string | null> {
  const { db, chain, adapter } = reading;
  const block = await adapter.blockAt(queued.block_number);
  const named = block?.hash === queued.block_hash ? await adapter.transfersOf(block.hash) : null;
  if (block === null || named === null) return 'the node does not have it';
  const ofToken = named.filter(({ contract }) => contract === queued.contract);
  const { transfers } = await measureArrivals(reading, block, ofToken);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`deposits ${chain.key}`}))`.execute(trx);
    const { rows } = await sql`
      delete from deposits.unlisted_reread
      where ${keyOf(chain.key, queued)} and block_hash = ${block.hash} returning contract`.execute(trx);
    // The block left the chain meanwhile.
    if (rows.length === 0) return;
    const values = listedOf(await transfersToUsers(trx, chain, transfers));
    for (let first = 0; first < values.length; first += ROWS_AT_ONCE)
      await trx
        .insertInto('deposits.deposit')
        .values(
          values.slice(first, first + ROWS_AT_ONCE).map((each) => ({
            ...each,
            block_number: block.number,
            block_hash: block.hash,
            state: 'seen' as const,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await sql`delete from deposits.unlisted where ${keyOf(chain.key, queued)}`.execute(trx);
  });
  return null;
}

/** A statement takes 65,535 values. */
export const ROWS_AT_ONCE = 1_000;
