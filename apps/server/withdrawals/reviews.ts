import type { Kysely, Transaction } from 'kysely';
import type { Promises } from '../outbox/index.ts';
import { endKey, move } from './clock.ts';
import type { WithdrawalsSchema } from './schema.ts';

/** A withdrawal that waits for two operators. Amounts are base units of the ledger. */
export interface ReviewedWithdrawal {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly chain: string;
  readonly coin: string;
  readonly assetId: number;
  readonly address: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly reason: string | null;
  readonly deadlineMs: number | null;
}

/** Decides reviews of withdrawals. Who calls it has made sure that two operators agree. */
export function createReviews(
  db: Kysely<WithdrawalsSchema>,
  promises: Pick<Promises, 'promise'>,
  now: () => number,
) {
  return {
    /** Withdrawals that wait for a review, the one that is due first at the head. */
    async waiting(): Promise<ReviewedWithdrawal[]> {
      const rows = await db
        .selectFrom('withdrawals.withdrawal')
        .selectAll()
        .where('state', '=', 'review')
        .orderBy('deadline')
        .execute();
      return rows.map((row) => ({
        ...{ withdrawalNo: Number(row.withdrawal_no), userId: Number(row.user_id), chain: row.chain },
        ...{ coin: row.coin, assetId: row.asset_id, address: row.address, reason: row.reason },
        ...{ amount: BigInt(row.amount), fee: BigInt(row.fee), deadlineMs: row.deadline?.getTime() ?? null },
      }));
    },
    /** Lets a withdrawal be signed. Returns false where it waits for no review any more. */
    approve: (withdrawalNo: number): Promise<boolean> =>
      db.transaction().execute((trx) => move(trx, withdrawalNo, ['review'], 'signing', now())),
    /** Rejects a withdrawal: what was held is free again. Returns false where it waits for no review any more. */
    reject: (withdrawalNo: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await move(trx, withdrawalNo, ['review'], 'rejected', now(), 'operators'))) return false;
        await promises.promise(trx as unknown as Transaction<unknown>, {
          key: endKey(withdrawalNo),
          userId: 0,
          body: { type: 'releaseWithdrawal', withdrawalNo, reason: 'rejected' },
        });
        return true;
      }),
  };
}
