import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';

/** Deposits that a chain holds and the ledger does not have yet, up to one block. Amounts are of the chain. */
export interface DepositsInFlight {
  /** By coin: seen and not confirmed, or not creditable. */
  readonly waiting: ReadonlyMap<string, bigint>;
  /**
   * Promised to the ledger and not delivered when it was read, or taken back: `credited` is what the chain holds of them, in
   * base units of the ledger. The ledger may say less, until a promise is delivered, or more, until they stand again.
   * `returned` is what the chain has again of one that does not stand yet, in base units of the chain: it is on its way
   * while the ledger can decide of the deposit, and stands for its credit afterwards.
   */
  readonly promised: readonly {
    readonly depositNo: number;
    readonly coin: string;
    readonly credited: bigint;
    readonly returned: bigint;
  }[];
  /** By coin: confirmed and under the minimum or under the ledger's unit. */
  readonly dust: ReadonlyMap<string, bigint>;
  /** True if a later block's deposit was credited already: the block is too old to compare with. */
  readonly isOutrun: boolean;
}

/** Reads what is in flight at a block, within a transaction that sees one state of all tables. */
export async function depositsInFlight(trx: Trx, chain: string, block: number): Promise<DepositsInFlight> {
  const waiting = await sql<{ coin: string; sum: string }>`
    select coin, sum(amount) as sum from deposits.deposit
    where chain = ${chain} and block_number <= ${block} and state in ('seen', 'unlisted')
    group by coin`.execute(trx);
  const promised = await sql<{ deposit_no: bigint; coin: string; credited: bigint; returned: string }>`
    select d.deposit_no, d.coin, case when d.state = 'credited' then d.credited else 0 end as credited,
      case when d.state in ('returned', 'reduced') and d.block_number <= ${block} then d.returned_amount else 0 end
        as returned
    from deposits.deposit d
    where d.chain = ${chain} and (
      d.deposit_no in (
        select substr(key, 9)::bigint from outbox.command
        where seq is null and key ~ '^deposit:[0-9]+$')
      or (d.turn > 0 and (d.state in ('taken-back', 'returned', 'reduced')
        or d.ended_at > now() - interval '8 days')))`.execute(trx);
  const dust = await sql<{ coin: string; sum: string }>`
    select coin, sum(amount) as sum from deposits.dust where chain = ${chain} group by coin`.execute(trx);
  const later = await sql`
    select from deposits.deposit
    where chain = ${chain} and block_number > ${block} and state in ('credited', 'dust') limit 1`.execute(
    trx,
  );
  const sums = (rows: readonly { coin: string; sum: string }[]) =>
    new Map(rows.map(({ coin, sum }) => [coin, BigInt(sum)]));
  return {
    waiting: sums(waiting.rows),
    promised: promised.rows.map(({ deposit_no, coin, credited, returned }) => ({
      depositNo: idOf(deposit_no),
      coin,
      credited: BigInt(credited),
      returned: BigInt(returned),
    })),
    dust: sums(dust.rows),
    isOutrun: later.rows.length > 0,
  };
}

/** Notes a transaction of the house's own: what it pays to users' addresses is no deposit. */
export async function noteHouseTransaction(trx: Trx, chain: string, hash: string): Promise<void> {
  await sql`
    insert into deposits.house_transaction (chain, transaction_hash) values (${chain}, ${hash})
    on conflict do nothing`.execute(trx);
}

/** Returns the addresses of users on a chain with their indices, in the order of their derivation. */
export async function assignedAddresses(
  trx: Trx,
  chain: string,
): Promise<readonly { readonly index: number; readonly address: string; readonly userId: number }[]> {
  const { rows } = await sql<{ derivation_index: bigint; address: string; user_id: bigint }>`
    select derivation_index, address, user_id from deposits.address
    where chain = ${chain} and user_id is not null order by derivation_index`.execute(trx);
  return rows.map(({ derivation_index, address, user_id }) => ({
    index: idOf(derivation_index),
    address,
    userId: idOf(user_id),
  }));
}
