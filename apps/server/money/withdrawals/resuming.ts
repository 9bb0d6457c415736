import type { StopCause } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { endKey, move } from './clock.ts';

/** A wallet that signs nothing until two operators resume it. */
export interface StoppedWallet {
  readonly chain: string;
  readonly address: string;
  readonly cause: StopCause;
  /** In the words of the process that stopped it. */
  readonly detail: string;
  readonly atMs: number;
  /** Payments that can never be mined: another transaction took their nonce. */
  readonly replaced: number;
}

const REPLACED = sql<boolean>`state = 'broadcast' and reason = 'stopped'`;

/** The wallets that are stopped, of one chain or of all. */
export async function stoppedWallets(db: Db, chain: string | null = null): Promise<StoppedWallet[]> {
  const { rows } = await sql<{
    chain: string;
    address: string;
    stopped: string;
    stop_cause: StopCause | null;
    stopped_at: Date | null;
    replaced: number;
  }>`
    select w.*, (select count(*)::int from withdrawals.withdrawal p where p.chain = w.chain and ${REPLACED}) as replaced
    from withdrawals.wallet w
    where stopped is not null and (${chain}::text is null or w.chain = ${chain}) order by w.chain`.execute(
    db,
  );
  return rows.map(({ stopped, stop_cause, stopped_at, chain, address, replaced }) => ({
    chain,
    address,
    replaced,
    detail: stopped,
    cause: stop_cause ?? 'signer',
    atMs: stopped_at?.getTime() ?? 0,
  }));
}

/** @throws Refusal WALLET_NOT_COMPARED unless custody of the chain was compared after the wallet stopped */
export async function refuseUncompared(db: Db, { chain, atMs }: StoppedWallet): Promise<void> {
  const { rows } = await sql`
    select from treasury.report where chain = ${chain} and at > ${new Date(atMs)} limit 1`.execute(db);
  if (rows.length === 0) throw new Refusal('WALLET_NOT_COMPARED');
}

/**
 * Lets a wallet sign again, within the transaction of the act. Payments whose nonce another transaction took are never
 * mined: they end, and what they hold is released. @throws Refusal OPERATOR_PROPOSAL_OUTDATED where it is not stopped
 */
export async function resumeWallet(
  trx: Trx,
  promises: Pick<Promises, 'promise'>,
  chain: string,
  nowMs: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('withdrawals.wallet')
    .set({ stopped: null, stop_cause: null, stopped_at: null })
    .where('chain', '=', chain)
    .where('stopped', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
  const replaced = await trx
    .selectFrom('withdrawals.withdrawal')
    .select('withdrawal_no')
    .where('chain', '=', chain)
    .where(REPLACED)
    .orderBy('withdrawal_no')
    .execute();
  for (const { withdrawal_no } of replaced) {
    const no = idOf(withdrawal_no);
    if (!(await move(trx, no, ['broadcast'], 'rejected', nowMs, 'replaced'))) continue;
    await promises.promise(trx, {
      key: endKey(no),
      userId: 0,
      body: { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'rejected' },
    });
  }
  await trx
    .updateTable('withdrawals.withdrawal')
    .set({ reason: null })
    .where('withdrawal_no', 'in', (stopped) =>
      stopped
        .selectFrom('withdrawals.withdrawal')
        .select('withdrawal_no')
        .where('chain', '=', chain)
        .where('reason', '=', 'stopped')
        .where('ended_at', 'is', null)
        .orderBy('withdrawal_no')
        .forUpdate(),
    )
    .execute();
}
