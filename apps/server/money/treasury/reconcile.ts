import type { ChainAdapter, OwnTransaction, TransactionStatus } from '@candor/chains';
import { amount, type InvariantError } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, idOf, kyselyOf, type Trx } from '../../base/database/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { endAlarm, raiseAlarm } from './alarms.ts';
import { balancesAt } from './balances.ts';
import { askOf, type Compared, compareAssets } from './compare-assets.ts';
import { type HouseInFlight, houseInFlight, type InFlightReaders } from './in-flight.ts';
import type { HouseClass } from './schema.ts';
import { add, type IncludedMove, leftBy, movedAt, unexplainedAt } from './unexplained.ts';

/** Enters coins that no transfer explains as deposits of the owners of their addresses. */
export interface FoundCoinsRoom {
  /** The smallest amount that is entered, in base units of the chain. */
  least(chain: ListedChain): bigint;
  /** The coin of the chain that users' addresses hold by the transfers that were read, up to a block. */
  arrived(trx: Trx, chain: ListedChain, block: number): Promise<ReadonlyMap<string, bigint>>;
  enter(
    trx: Trx,
    chain: ListedChain,
    block: { readonly number: number; readonly hash: string },
    find: (trx: Trx) => Promise<readonly { readonly address: string; readonly units: bigint }[]>,
    deps: CreditPromises,
  ): Promise<readonly string[]>;
}

type CreditPromises = Pick<ReconcileDeps, 'ledgerAsset'> & {
  readonly promises: Pick<Promises, 'promiseAll'>;
};

/** A chain as it is compared with: balances at a block, and the state of our own transactions. */
export interface CustodyChain extends Pick<ChainAdapter, 'assets' | 'balancesAt' | 'finalNumber'> {
  status(transaction: OwnTransaction, finalAfter: number): Promise<TransactionStatus>;
}

export interface ReconcileDeps {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly promises: Pick<Promises, 'promise' | 'promiseAll' | 'outcomes'>;
  readonly chain: ListedChain;
  readonly adapter: CustodyChain;
  readonly ledgerAsset: (code: string) => { readonly assetId: number; readonly scale: number } | undefined;
  readonly addresses: ReadonlyMap<string, HouseClass>;
  readonly inFlight: InFlightReaders;
  readonly found: FoundCoinsRoom;
  /** Runs while no block is read and no payment is made: what they promise meanwhile would be missed. */
  readonly quietly: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Stops the chain's wallet where the figures of custody cannot be. */
  readonly stop: (error: InvariantError) => Promise<void>;
  readonly alarm: (line: string) => void;
  readonly now: () => number;
}

const NONE: ReadonlyMap<string, bigint> = new Map();

export const reportKey = (reportNo: number) => `custody-report:${reportNo}`;

/**
 * Compares custody with the chain at one block, to the base unit: what the addresses hold, less what came in and is not
 * booked, plus what left and still is. Null where the block was outrun or left the chain meanwhile: try again.
 */
export async function compareCustody(deps: ReconcileDeps): Promise<readonly Compared[] | null> {
  const { pool, chain, adapter, addresses, inFlight, quietly, core } = deps;
  const db = kyselyOf(pool);
  const tip = await sql<{ number: number; hash: string }>`
    select number, hash from deposits.block where chain = ${chain.key} order by number desc limit 1`.execute(
    db,
  );
  const block = tip.rows[0];
  if (block === undefined) return null;
  const users = await inSnapshot(db, (trx) => inFlight.addresses(trx, chain.key));
  const balances = await balancesAt(adapter, block.hash, addresses, users);
  const gasAddress = [...addresses].find(([, name]) => name === 'gas')?.[0] ?? '';

  return quietly(async () => {
    const isOfAccounts = typeof chain.chainId === 'number';
    const read = await inSnapshot(db, async (trx) => ({
      arrived: isOfAccounts ? await deps.found.arrived(trx, chain, block.number) : NONE,
      left: isOfAccounts ? (await movedAt(trx, chain, block.number)).left : NONE,
      stands: (
        await sql`select from deposits.block where chain = ${chain.key} and hash = ${block.hash}`.execute(trx)
      ).rows.length,
      deposits: await inFlight.deposits(trx, chain.key, block.number),
      payments: await inFlight.payments(trx, chain.key),
      house: await houseInFlight(trx, chain.key, block.number, gasAddress),
    }));
    const { deposits, payments, house } = read;
    if (read.stands === 0 || deposits.isOutrun || house.isOutrun) return null;
    const listed = chain.assets.flatMap((asset) => {
      const ledger = deps.ledgerAsset(asset.code);
      return ledger === undefined ? [] : [{ asset, ...ledger }];
    });
    const native = chain.assets.find(({ contract }) => contract === null)?.code;
    const { open, spent, moves } = await spentBy(deps, block.number, payments.open, house.movements);
    const left = new Map(read.left);
    if (native !== undefined) for (const move of moves) add(left, move.address, leftBy(move, native));
    const unexplained = isOfAccounts ? unexplainedAt(balances.ownCoin, left, read.arrived) : NONE;
    const ask = askOf(read);
    const live = await core.ask(
      'custodyFigures',
      listed.map(({ assetId }) => assetId),
      ask,
    );
    const moment = {
      block,
      balances,
      deposits,
      payments,
      house,
      open,
      spent,
      unexplained,
      native,
      ask,
      live,
    };
    return compareAssets(moment, listed);
  });
}

/** Payments of the block's chain that the ledger still has, and the gas that open transactions took. */
async function spentBy<Open extends { readonly nonce: number; readonly hashes: readonly string[] }>(
  { adapter, addresses }: ReconcileDeps,
  block: number,
  payments: readonly Open[],
  movements: HouseInFlight['movements'],
): Promise<{
  readonly open: readonly Open[];
  readonly spent: bigint;
  readonly moves: readonly IncludedMove[];
}> {
  const hot = [...addresses].find(([, name]) => name === 'hot')?.[0] ?? '';
  let spent = 0n;
  const included = async (hash: string, from: string, nonce: number) => {
    const status: TransactionStatus = await adapter.status({ hash, from, nonce }, 1);
    if (status.state !== 'included' || status.block.number > block) return null;
    spent += status.feePaid;
    return status;
  };
  const open: Open[] = [];
  for (const payment of payments)
    for (const hash of payment.hashes)
      if ((await included(hash, hot, payment.nonce))?.succeeded === true) open.push(payment);
  const moves: IncludedMove[] = [];
  for (const { hashes, from, nonce, ...movement } of movements)
    for (const hash of hashes) {
      const status = await included(hash, from, nonce);
      if (status !== null) moves.push({ ...movement, succeeded: status.succeeded, feePaid: status.feePaid });
    }
  return { open, spent, moves };
}

function inSnapshot<Result>(db: Db, read: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}

/**
 * Writes a comparison and promises it to the ledger, with as much of a surplus as may be posted. Returns the number of the
 * report.
 */
export async function reportComparison(
  deps: ReconcileDeps,
  compared: Compared,
  agreed: bigint,
): Promise<number> {
  const { pool, chain, promises, now } = deps;
  const { coin, assetId, block, balances, booked, found } = compared;
  const unexplained = found > booked ? found - booked - agreed : 0n;
  return kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const text = (units: bigint) => units.toString();
      const { report_no } = await trx
        .insertInto('treasury.report')
        .values({
          chain: chain.key,
          coin,
          asset_id: assetId,
          at: new Date(now()),
          block_number: block.number,
          block_hash: block.hash,
          hot: text(balances.hot),
          gas: text(balances.gas),
          cold: text(balances.cold),
          deposits: text(balances.deposits),
          incoming: text(compared.incoming),
          outgoing: text(compared.outgoing),
          dust: text(compared.dust),
          remainder: text(compared.remainder),
          booked,
          found,
          unexplained,
          surplus: null,
          shortage: null,
          rejection: null,
        })
        .returning('report_no')
        .executeTakeFirstOrThrow();
      const reportNo = idOf(report_no);
      await promises.promise(trx, {
        key: reportKey(reportNo),
        userId: 0,
        body: {
          type: 'reconcileCustody',
          reportNo,
          assetId,
          booked: amount(booked),
          found: amount(found - unexplained),
        },
      });
      return reportNo;
    });
}

/** Notes how the ledger took a report, and raises or ends its alarms. Returns false while it did not answer. */
export async function noteOutcome(
  deps: ReconcileDeps,
  reportNo: number,
  { coin, assetId }: Pick<Compared, 'coin' | 'assetId'>,
): Promise<'waiting' | 'refused' | 'agrees' | 'short'> {
  const { pool, core, promises, chain, alarm, now } = deps;
  const db = kyselyOf(pool);
  const outcome = (await promises.outcomes([reportKey(reportNo)])).get(reportKey(reportNo));
  if (outcome === null || outcome === undefined) return 'waiting';
  if (outcome.rejection !== null) {
    await db
      .updateTable('treasury.report')
      .set({ rejection: outcome.rejection })
      .where('report_no', '=', BigInt(reportNo))
      .execute();
    return 'refused';
  }
  const none = { depositNos: [], fundingNos: [], costNos: [], withdrawalNos: [] };
  const { assets } = await core.ask('custodyFigures', [assetId], none);
  const { shortage, suspense } = assets[0]!;
  await sql`
    update treasury.report set shortage = ${shortage}, surplus = found - unexplained - booked + ${shortage}
    where report_no = ${reportNo}`.execute(db);
  const of = (kind: 'shortage' | 'surplus') => ({ chain: chain.key, coin, kind });
  if (shortage > 0n) {
    if (await raiseAlarm(db, { ...of('shortage'), details: `${shortage}` }, now()))
      alarm(`${chain.key} lacks ${shortage} base units of ${coin}: its withdrawals are stopped`);
  } else await endAlarm(db, of('shortage'), now());
  if (suspense > 0n) await raiseAlarm(db, { ...of('surplus'), details: `${suspense}` }, now());
  else await endAlarm(db, of('surplus'), now());
  return shortage > 0n ? 'short' : 'agrees';
}
