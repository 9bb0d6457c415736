import type { ConfirmChannel } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { inBatches } from '../../base/work/batches.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { ReadRequest } from './asked.ts';
import { holdKey } from './clock.ts';
import type { StoredWithdrawal } from './rows.ts';
import { type PayloadId, takePayload } from './sealed.ts';
import { takenTodayOf } from './taken.ts';
import { deadlineMs } from './terms.ts';

/** The account that a withdrawal takes: the spot wallet, or rewards of mining, which leave for the joined address alone. */
export type WithdrawalSource = 'spot' | 'mining';

/** A request that passed all rules but the limit of the day. */
export interface Write extends ReadRequest {
  readonly userId: number;
  /** In base units of USDT. */
  readonly value: bigint;
  readonly limit: bigint;
  readonly confirmBy: ConfirmChannel | null;
  readonly payload: PayloadId | null;
  readonly source: WithdrawalSource;
  readonly begin: EnterAnswer['begin'];
  /** Enters the answer for the row that was written. */
  readonly enter: (trx: Parameters<EnterAnswer>[0], row: StoredWithdrawal) => Promise<void>;
}

/** The row, or null where the limit has too little left for it. */
export interface Written {
  readonly left: bigint;
  readonly row: StoredWithdrawal | null;
}

export interface WritingDeps {
  readonly db: Db;
  readonly promises: Pick<Promises, 'promiseAll'>;
  readonly now: () => number;
}

/** Requests that one transaction writes. */
const MOST_TOGETHER = 50;
/** One that waits for a lock of another process does not hold up all others. */
const AT_ONCE = 2;

/**
 * Writes requests of withdrawals, each with the promise of its hold, its encrypted form and the entry of its answer. Those that
 * come while a transaction is under way share the next one; where one of them fails, each is written in one of its own.
 */
export function createWriting({ db, promises, now }: WritingDeps): (write: Write) => Promise<Written> {
  async function writeAll(writes: readonly Write[], begin: () => void = () => {}): Promise<Written[]> {
    return db.transaction().execute(async (trx) => {
      const nowMs = now();
      for (const write of byUser(writes)) await write.begin(trx);
      const lefts = await lockLimits(trx, writes, nowMs);
      const accepted: Write[] = [];
      const written: { left: bigint; row: StoredWithdrawal | null }[] = [];
      for (const write of writes) {
        const left = write.limit - (lefts.get(write.userId) ?? 0n);
        written.push({ left, row: null });
        if (write.value > left) continue;
        accepted.push(write);
        lefts.set(write.userId, (lefts.get(write.userId) ?? 0n) + write.value);
      }
      const rows = await insert(trx, accepted, nowMs);
      for (const [at, write] of accepted.entries()) written[writes.indexOf(write)]!.row = rows[at]!;
      await promises.promiseAll(
        trx,
        accepted.map((write, at) => {
          const withdrawalNo = Number(rows[at]!.withdrawal_no);
          return { key: holdKey(withdrawalNo), userId: 0, body: holdOf(write, withdrawalNo) };
        }),
      );
      for (const [at, { userId, payload, enter }] of accepted.entries()) {
        if (payload !== null) await takePayload(trx, userId, payload, nowMs);
        await enter(trx, rows[at]!);
      }
      begin();
      return written;
    });
  }

  return inBatches<Write, Written>({
    most: MOST_TOGETHER,
    atOnce: AT_ONCE,
    async run(writes) {
      // A commit that failed may have written its rows: they are never written again.
      let isCommitting = false;
      try {
        const written = await writeAll(writes, () => {
          isCommitting = true;
        });
        return written.map((value) => ({ status: 'fulfilled', value }));
      } catch (error) {
        if (isCommitting || writes.length === 1) throw error;
      }
      const results: PromiseSettledResult<Written>[] = [];
      for (const write of writes)
        results.push(
          ...(await Promise.allSettled([writeAll([write])])).map((result) =>
            result.status === 'rejected' ? result : { status: 'fulfilled' as const, value: result.value[0]! },
          ),
        );
      return results;
    },
  });
}

/** The command that holds a withdrawal. */
function holdOf({ userId, asset, arrives, fee, address, source }: Write, withdrawalNo: number): Command {
  const facts = {
    withdrawalNo,
    accountUserId: userId,
    assetId: asset.assetId,
    amount: arrives as Amount,
    fee: fee as Amount,
  };
  if (source === 'spot') return { type: 'requestWithdrawal', ...facts };
  return { type: 'withdrawMiningRewards', ...facts, address: address.toLowerCase() };
}

/** In the order in which locks of users are taken. */
const byUser = (writes: readonly Write[]) => writes.toSorted((left, right) => left.userId - right.userId);

/**
 * Locks the limits of users, in one order, and returns what each took today: two requests of one user at once must not both
 * have the last of the day's limit.
 */
async function lockLimits(trx: Trx, writes: readonly Write[], nowMs: number): Promise<Map<number, bigint>> {
  const users = [...new Set(byUser(writes).map(({ userId }) => userId))];
  // A statement of its own: the sums are to see what whoever held the lock wrote.
  await sql`
    select pg_advisory_xact_lock(hashtext('withdrawals'), user_id) from unnest(${users}::integer[]) as u (user_id)`.execute(
    trx,
  );
  return new Map(await takenTodayOf(trx, users, nowMs));
}

/** Inserts rows in their order, each with the first step of its clock. */
async function insert(trx: Trx, writes: readonly Write[], nowMs: number): Promise<StoredWithdrawal[]> {
  if (writes.length === 0) return [];
  const at = new Date(nowMs);
  const { rows } = await sql<StoredWithdrawal>`
    with written as (
      insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, confirm_by, state,
        deadline, requested_at)
      select user_id, chain, coin, asset_id, address, amount, fee, value_usdt, confirm_by, 'requested',
        ${new Date(deadlineMs('requested', nowMs)!)}::timestamptz, ${at}::timestamptz
      from unnest(
        ${writes.map(({ userId }) => userId)}::bigint[], ${writes.map(({ network }) => network)}::text[],
        ${writes.map(({ asset }) => asset.code)}::text[], ${writes.map(({ asset }) => asset.assetId)}::integer[],
        ${writes.map(({ address }) => address)}::text[], ${writes.map(({ arrives }) => arrives)}::bigint[],
        ${writes.map(({ fee }) => fee)}::bigint[], ${writes.map(({ value }) => value)}::bigint[],
        ${writes.map(({ confirmBy }) => confirmBy)}::text[]
      ) with ordinality as w (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, confirm_by, place)
      order by place returning *
    ), stepped as (
      insert into withdrawals.step (withdrawal_no, step_no, state, reason, at)
      select withdrawal_no, 0, 'requested', null, ${at}::timestamptz from written
    )
    select * from written order by withdrawal_no`.execute(trx);
  return rows;
}
