import { type BlockRef, type ChainAdapter, ChainError, type ChainTransfer } from '@candor/chains';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, type Trx } from '../../base/database/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { type CreditDeps, creditConfirmed } from './credit.ts';
import { delist, relistChanged } from './delisted.ts';
import { type Measured, measureArrivals } from './measured.ts';
import { noteSeen } from './note-seen.ts';
import { takeFromPool } from './pooled.ts';
import { restoreConfirmed, returnTakenBack, takeBack } from './taken-back.ts';
import { forgetUnlisted, noteUnlisted, queueListed, ROWS_AT_ONCE, rereadListed } from './unlisted.ts';
import { listedOf, placeOf, transfersToUsers } from './users-transfers.ts';

export interface ScannerOptions extends CreditDeps {
  readonly pool: Pool;
  readonly chain: ListedChain;
  readonly adapter: ChainAdapter;
  /** The number of the first block that is read where nothing was read before. */
  readonly firstBlock: number;
  /** Reads transfers to the house's own addresses, in the same transactions. */
  readonly house?: HouseBlocks;
  /** Called once credited deposits left the chain: custody is compared at once. */
  readonly onTakenBack?: () => void;
  /** Called with what an operator must hear of. */
  readonly alarm: (line: string) => void;
}

/** Follows the same blocks for the house's own addresses. Each returns the keys of what it promised. */
export interface HouseBlocks {
  taken(trx: Trx, block: BlockRef, transfers: readonly ChainTransfer[]): Promise<void>;
  confirmed(trx: Trx, tip: number): Promise<string[]>;
  left(trx: Trx, ancestor: number): Promise<string[]>;
}

/** Result of one reading of the chain. */
export interface Scanned {
  readonly blocks: number;
  readonly rolledBack: number;
  /** The promises that the ledger waits for. */
  readonly promised: readonly string[];
}

/** Follows one chain and finds its deposits. */
export interface Scanner {
  /** Reads what is new, at most `maxBlocks` of it. One call at a time. Throws ChainError if the node fails. */
  advance(maxBlocks?: number): Promise<Scanned>;
}

type Tip = Pick<BlockRef, 'number' | 'hash'>;

/** Blocks below the tip that are kept: no chain reorganises deeper without a person who decides. */
const BLOCKS_KEPT = 2_000;
const PATIENT_BLOCKS = 500;
/** Answers in a row that do not fit together, after which a node is left alone until the next reading. */
const MOST_UNLIKE = 3;
/** Below every block. */
const NOTHING = -1;

/** A scanner with its connection. */
interface ScanRoom extends ScannerOptions {
  readonly db: Db;
}

/**
 * Each block is taken in one transaction with its deposits and with what it confirms, and only on top of its parent: the
 * cursor never moves by an answer that lacks a block. A block that left the chain takes its deposits along.
 */
export function createScanner(options: ScannerOptions): Scanner {
  const room: ScanRoom = { ...options, db: kyselyOf(options.pool) };
  const { db, chain, adapter, alarm } = room;
  let hasQueued = false;
  return {
    async advance(maxBlocks = PATIENT_BLOCKS) {
      if (!hasQueued)
        await db.transaction().execute(async (trx) => {
          await relistChanged(trx, chain);
          await queueListed(trx, chain);
        });
      hasQueued = true;
      await rereadListed({ db, chain, adapter, alarm });
      return readBlocks(room, maxBlocks);
    },
  };
}

/** Reads what is new on the chain, block by block, on top of what was read. */
async function readBlocks(room: ScanRoom, maxBlocks: number): Promise<Scanned> {
  const { db, chain, adapter, alarm, firstBlock } = room;
  const promised: string[] = [];
  let blocks = 0;
  let rolledBack = 0;
  let unlike = 0;
  const final = await readFinal(room);
  while (blocks < maxBlocks) {
    const tip = await readTip(db, chain.key);
    const head = await adapter.head();
    if (tip !== null) {
      const standing = await adapter.blockAt(Math.min(tip.number, head.number));
      const known = await hashAt(db, chain.key, Math.min(tip.number, head.number));
      if (standing === null) break;
      if (standing.hash !== known) {
        const ancestor = await commonAncestor(room, standing.number - 1);
        if (ancestor === null)
          throw new Error(`${chain.key} has no block in common with the last ${BLOCKS_KEPT} that were read`);
        promised.push(...(await rollBackTo(room, ancestor, tip)));
        rolledBack += tip.number - ancestor;
        continue;
      }
    }
    const number = tip === null ? Math.min(firstBlock, head.number) : tip.number + 1;
    if (number > head.number) break;
    const block = await adapter.blockAt(number);
    if (block === null) break;
    // The chain moved between two questions: look again. A node that says so each time is asked again later.
    const isNext = tip === null || block.parentHash === tip.hash;
    const named = isNext ? await adapter.transfersOf(block.hash) : null;
    if (named === null) {
      unlike += 1;
      if (unlike > MOST_UNLIKE) break;
      continue;
    }
    unlike = 0;
    // Balances at a final block find what no trace says.
    const transfers = [...named, ...((await adapter.callTransfersOf?.(block.hash)) ?? [])];
    const arrived = await measureArrivals({ db, chain, adapter, alarm }, block, transfers);
    promised.push(...(await take(room, block, arrived, { tip, final })));
    blocks += 1;
  }
  return { blocks, rolledBack, promised };
}

async function rollBackTo(room: ScanRoom, ancestor: number, tip: Tip): Promise<readonly string[]> {
  const { db, chain, house } = room;
  const { credited, promised } = await db.transaction().execute(async (trx) => {
    await lockTip(trx, chain.key, tip);
    const takenBack = await takeBack(trx, chain, ancestor, room);
    await forgetUnlisted(trx, chain.key, ancestor);
    const ours = (await house?.left(trx, ancestor)) ?? [];
    await sql`delete from deposits.block where chain = ${chain.key} and number > ${ancestor}`.execute(trx);
    return { credited: takenBack.credited, promised: [...takenBack.promised, ...ours] };
  });
  if (credited > 0) {
    room.alarm(
      `${chain.key} left ${tip.number - ancestor} blocks: ${credited} credited deposits are held until they stand again or two operators decide`,
    );
    room.onTakenBack?.();
  }
  return promised;
}

/** Takes a block on top of the tip. Returns the keys of what it promised. */
async function take(
  room: ScanRoom,
  block: BlockRef,
  { transfers, unlike }: Measured,
  { tip, final }: { readonly tip: Tip | null; readonly final: number },
): Promise<string[]> {
  const { db, chain, house } = room;
  return db.transaction().execute(async (trx) => {
    if (tip !== null) await lockTip(trx, chain.key, tip);
    await trx
      .insertInto('deposits.block')
      .values({
        chain: chain.key,
        number: block.number,
        hash: block.hash,
        parent_hash: block.parentHash,
        time_ms: block.timeMs,
        transfers: transfers.length,
      })
      .execute();
    await insertDeposits(trx, chain, block, transfers);
    for (const asset of chain.assets)
      if (unlike.has(asset.code)) await delist(trx, chain.key, asset, 'amounts');
    await house?.taken(trx, block, transfers);
    const reached = { tip: block.number, final };
    // A held deposit is restored before a new transfer of the same transaction is credited.
    const promised = await restoreConfirmed(trx, chain, reached, room);
    promised.push(...(await creditConfirmed(trx, chain, reached, room)));
    promised.push(...((await house?.confirmed(trx, block.number)) ?? []));
    await sql`
      delete from deposits.block where chain = ${chain.key} and number < ${block.number - BLOCKS_KEPT}`.execute(
      trx,
    );
    return promised;
  });
}

/** Returns the highest block of ours that the node's chain still holds; null if there is none among those kept. */
async function commonAncestor({ db, chain, adapter }: ScanRoom, from: number): Promise<number | null> {
  const ours = await db
    .selectFrom('deposits.block')
    .select(['number', 'hash'])
    .where('chain', '=', chain.key)
    .where('number', '<=', from)
    .orderBy('number', 'desc')
    .execute();
  for (const { number, hash } of ours) if ((await adapter.blockAt(number))?.hash === hash) return number;
  return null;
}

/**
 * The number of the newest final block, asked for only while a large deposit waits. Nothing is final where the node cannot
 * say it: large deposits wait, and all others go on.
 */
async function readFinal({ db, chain, adapter, alarm }: ScanRoom): Promise<number> {
  const { rows } = await sql`
    select from deposits.deposit where chain = ${chain.key} and state in ('seen', 'returned') and is_large limit 1`.execute(
    db,
  );
  if (rows.length === 0) return NOTHING;
  try {
    return (await adapter.finalNumber()) ?? Number.MAX_SAFE_INTEGER;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    alarm(`${chain.key} does not say which block is final, and large deposits wait: ${error.message}`);
    return NOTHING;
  }
}

async function readTip(db: Db, chain: string): Promise<Tip | null> {
  const tip = await db
    .selectFrom('deposits.block')
    .select(['number', 'hash'])
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return tip ?? null;
}

async function hashAt(db: Db, chain: string, number: number): Promise<string | null> {
  const row = await db
    .selectFrom('deposits.block')
    .select('hash')
    .where('chain', '=', chain)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** Another process that follows the same chain waits here, and finds the tip moved. */
async function lockTip(trx: Trx, chain: string, { number, hash }: Tip): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`deposits ${chain}`}))`.execute(trx);
  const { rows } = await sql<Tip>`
    select number, hash from deposits.block where chain = ${chain} order by number desc limit 1`.execute(trx);
  if (rows[0]?.number !== number || rows[0].hash !== hash)
    throw new Error(`Another process follows ${chain}: its tip is not ${number} any more`);
}

/**
 * Finds which transfers pay to a user's address, and enters them as seen: under the numbers that they had in the pool. Tokens
 * that are not listed are noted apart.
 */
async function insertDeposits(
  trx: Trx,
  chain: ListedChain,
  block: BlockRef,
  transfers: readonly ChainTransfer[],
): Promise<void> {
  const all = await transfersToUsers(trx, chain, transfers);
  await noteUnlisted(
    trx,
    chain,
    block,
    all.filter(({ coin }) => coin === null),
  );
  const values = listedOf(all).map((transfer) => ({
    ...transfer,
    block_number: block.number,
    block_hash: block.hash,
    state: 'seen' as const,
  }));
  const waited = await takeFromPool(trx, chain.key, values);
  const known = await returnTakenBack(trx, chain, block, values);
  const found = values
    .filter((each) => !known.has(placeOf(each)))
    .map((each) => ({ ...each, ...waited.get(placeOf(each)) }));
  // A statement takes 65,535 values, and its rows have the same columns.
  for (const rows of [
    found.filter((each) => waited.has(placeOf(each))),
    found.filter((each) => !waited.has(placeOf(each))),
  ])
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
      await trx
        .insertInto('deposits.deposit')
        .values(rows.slice(first, first + ROWS_AT_ONCE))
        .execute();
  await noteSeen(trx, chain, found);
}
