import type { StopCause } from '@candor/api';
import type { AccountChain, ChainAdapter } from '@candor/chains';
import type { InvariantError } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Signer } from '../../../signer/index.ts';
import type { Db, Trx } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { type ListedChain, requireChainOfMode } from '../chains/index.ts';
import { haltRow } from '../halts/index.ts';
import { isOfWallet } from './asserts.ts';
import { endKey, move } from './clock.ts';

/** Everything that pays the withdrawals of one chain, whatever its payments are made of. */
export interface PaymentDeps {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly promises: Pick<Promises, 'promise' | 'outcomes'>;
  readonly catalogues: CatalogueFollower;
  readonly chain: ListedChain;
  /** True for an account that can be asked for a step-up. */
  readonly isSteppedUp: (userId: number) => Promise<boolean>;
  /** Queue in which payments that two operators must approve are entered. */
  readonly reviews: Pick<Reviews, 'enter' | 'withdraw'>;
  /** True while withdrawals of a user wait: a freeze, or a change of a factor. */
  readonly isHeld: (userId: number) => Promise<boolean>;
  /** Called with what an operator must hear of. */
  readonly alarm: (line: string) => void;
  readonly now: () => number;
}

/** A withdrawal that is about to be signed. */
export interface PaidTo {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly address: string;
}

/** Everything that pays the withdrawals of one chain of accounts. */
export interface PayerDeps extends PaymentDeps {
  readonly adapter: AccountChain;
  /**
   * Numbers of those withdrawals, of what is to be signed now, whose linked wallet delegated its code meanwhile: they end
   * unsigned. @throws ChainError while the node cannot say: nothing is signed then
   */
  readonly delegated?: (withdrawals: readonly PaidTo[]) => Promise<ReadonlySet<number>>;
  readonly signer: Pick<
    Signer,
    'hotAddress' | 'gasAddress' | 'sign' | 'newestFees' | 'signRow' | 'allowedKeys'
  >;
}

export interface PaymentRoom extends PaymentDeps {
  readonly db: Db;
  /** Undoes what a payment bound beside its number, where nothing was signed for it. */
  readonly unbind?: (trx: Trx, withdrawalNo: number) => Promise<void>;
}

export interface PayerRoom extends PaymentRoom, PayerDeps {
  readonly hotAddress: string;
}

/**
 * Looks again before every signature: the chain is one of the journal's mode, and the node still serves it. Throws Error
 * where the chain is of the other mode, ChainError WRONG_CHAIN.
 */
export async function requireOwnChain({
  adapter,
  catalogues,
  chain,
}: Pick<PaymentRoom, 'catalogues' | 'chain'> & {
  readonly adapter: Pick<ChainAdapter, 'checkChain'>;
}): Promise<void> {
  requireChainOfMode(catalogues.current().mode, chain.chainId);
  await adapter.checkChain();
}

/**
 * Halts a withdrawal whose assert failed: the rounds pass it over until two operators resume it. One with a number that nothing
 * was signed for holds up all later numbers, so its wallet stops with it.
 */
export async function haltWithdrawal(
  room: PaymentRoom,
  withdrawalNo: bigint | number,
  error: InvariantError,
): Promise<void> {
  const { db, alarm, now } = room;
  if (!(await haltRow(db, 'withdrawal', withdrawalNo, error, now()))) return;
  alarm(`Withdrawal ${withdrawalNo} is halted: ${error.message}`);
  const { rows } = await sql`
    select from withdrawals.withdrawal
    where withdrawal_no = ${withdrawalNo} and state = 'signing' and nonce is not null`.execute(db);
  if (rows.length > 0) await stopWallet(room, 'invariant', error.message);
}

/** Stops the wallet, or halts the withdrawal, of an assert that failed. */
export function stopFor(
  room: PaymentRoom,
  withdrawalNo: bigint | number,
  error: InvariantError,
): Promise<void> {
  return isOfWallet(error)
    ? stopWallet(room, 'invariant', error.message, Number(error.facts.mined ?? 0))
    : haltWithdrawal(room, withdrawalNo, error);
}

interface Stopping extends Pick<PaymentRoom, 'db' | 'alarm' | 'now'> {
  readonly chain: Pick<ListedChain, 'key'>;
}

/**
 * Stops a wallet: nothing more is signed on its chain until two operators resume it. `seenNonce` is the chain's count of mined
 * payments that they are told.
 */
export async function stopWallet(
  { db, chain, alarm, now }: Stopping,
  cause: StopCause,
  why: string,
  seenNonce = 0,
): Promise<void> {
  await db
    .updateTable('withdrawals.wallet')
    .set({
      stopped: why,
      stop_cause: cause,
      stopped_at: new Date(now()),
      seen_nonce: sql<number>`greatest(seen_nonce, ${seenNonce}::integer)`,
    })
    .where('chain', '=', chain.key)
    // one that was stopped otherwise signs what has a number still
    .where((wallet) =>
      wallet.or([
        wallet('stopped', 'is', null),
        wallet.and([wallet.val(cause === 'invariant'), wallet('stop_cause', '<>', 'invariant')]),
      ]),
    )
    .execute();
  alarm(`Withdrawals of ${chain.key} are stopped: ${why}`);
}

/** True while an assert of the wallet failed: nothing is signed before two operators looked. */
export async function isStoppedByAssert({ chain, db }: Pick<PaymentRoom, 'chain' | 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals.wallet where chain = ${chain.key} and stop_cause = 'invariant'`.execute(db);
  return rows.length > 0;
}

/**
 * Releases what nothing was signed for, and ends the withdrawal. Returns false where it is past that: one with a number may be
 * signed, although its bytes are not stored yet.
 */
export async function releaseUnsigned(
  { db, promises, now }: PaymentRoom,
  withdrawalNo: number,
  reason: 'token' | 'address' | 'gas' | 'delegated',
): Promise<boolean> {
  return db.transaction().execute(async (trx: Trx) => {
    const unsigned = await sql`
      select from withdrawals.withdrawal w where withdrawal_no = ${withdrawalNo} and nonce is null
        and not exists (select from withdrawals.transaction t where t.withdrawal_no = w.withdrawal_no)
      for update`.execute(trx);
    if (unsigned.rows.length === 0) return false;
    if (!(await move(trx, withdrawalNo, ['signing'], 'rejected', now(), reason))) return false;
    await promises.promise(trx, {
      key: endKey(withdrawalNo),
      userId: 0,
      body: {
        type: 'releaseWithdrawal',
        withdrawalNo,
        reason: reason === 'token' ? 'refused-by-token' : 'not-signed',
      },
    });
    return true;
  });
}
