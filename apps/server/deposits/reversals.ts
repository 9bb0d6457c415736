import { type Kysely, sql, type Transaction } from 'kysely';

/** A credited deposit whose block left its chain. */
export interface TakenBack {
  readonly depositNo: number;
  readonly userId: number;
  readonly chain: string;
  readonly coin: string;
  /** In base units of the ledger: what a reversal takes at most. */
  readonly credited: bigint;
  readonly transactionHash: string;
  readonly atMs: number;
}

/** Deposits shown at once: a chain that loses more is no case for single decisions. */
const MOST_SHOWN = 200;

interface Row {
  readonly deposit_no: string;
  readonly user_id: string;
  readonly chain: string;
  readonly coin: string;
  readonly credited: string;
  readonly transaction_hash: string;
  readonly ended_at: Date;
}

const takenBackOf = (row: Row): TakenBack => ({
  depositNo: Number(row.deposit_no),
  userId: Number(row.user_id),
  ...{ chain: row.chain, coin: row.coin, credited: BigInt(row.credited) },
  transactionHash: row.transaction_hash,
  atMs: row.ended_at.getTime(),
});

/** Lists what waits for a reversal, oldest first. */
export async function listTakenBack(db: Kysely<never>): Promise<readonly TakenBack[]> {
  const { rows } = await sql<Row>`
    select * from deposits.deposit where state = 'taken-back' order by deposit_no limit ${MOST_SHOWN}`.execute(
    db,
  );
  return rows.map(takenBackOf);
}

/** Returns a deposit that waits for its reversal; null where its chain took it again, or it is reversed. */
export async function findTakenBack(db: Kysely<never>, depositNo: number): Promise<TakenBack | null> {
  const { rows } = await sql<Row>`
    select * from deposits.deposit where state = 'taken-back' and deposit_no = ${depositNo}`.execute(db);
  return rows[0] === undefined ? null : takenBackOf(rows[0]);
}

/** Ends a deposit in the transaction that promises its reversal. Returns its user; null where it stands again. */
export async function markReversed(trx: Transaction<unknown>, depositNo: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: string }>`
    update deposits.deposit set state = 'reversed', ended_at = now()
    where deposit_no = ${depositNo} and state = 'taken-back' returning user_id`.execute(trx);
  return rows[0] === undefined ? null : Number(rows[0].user_id);
}
