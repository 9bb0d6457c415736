import type { AccountChain, ChainAdapter } from '@candor/chains';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Signer } from '../../../signer/index.ts';
import type { Db, Trx } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { type ListedChain, requireChainOfMode } from '../chains/index.ts';
import { endKey, move } from './clock.ts';
import type { StopCause } from './schema.ts';

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

/** Everything that pays the withdrawals of one chain of accounts. */
export interface PayerDeps extends PaymentDeps {
  readonly adapter: AccountChain;
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

/** Stops a wallet: nothing more is signed on its chain until two operators resume it. */
export async function stopWallet(
  { db, chain, alarm, now }: PaymentRoom,
  cause: StopCause,
  why: string,
): Promise<void> {
  await db
    .updateTable('withdrawals.wallet')
    .set({ stopped: why, stop_cause: cause, stopped_at: new Date(now()) })
    .where('chain', '=', chain.key)
    .where('stopped', 'is', null)
    .execute();
  alarm(`Withdrawals of ${chain.key} are stopped: ${why}`);
}

/**
 * Releases what nothing was signed for, and ends the withdrawal. Returns false where it is past that: one with a number may be
 * signed, although its bytes are not stored yet.
 */
export async function releaseUnsigned(
  { db, promises, now }: PaymentRoom,
  withdrawalNo: number,
  reason: 'token' | 'address' | 'gas',
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
