import { ChainError } from '@candor/chains';
import { InvariantError } from '@candor/money';
import { SignerError } from '../../../signer/index.ts';
import { idOf } from '../../base/database/index.ts';
import { delistedCoins } from '../deposits/index.ts';
import { waitFor } from './clock.ts';
import { type PaymentRoom, stopFor, stopWallet } from './payer-room.ts';
import type { StoredWithdrawal } from './rows.ts';

/** True for a failure of the node or of the line to the signer, which the next round may not find again. */
export const isAway = (error: unknown): boolean =>
  error instanceof ChainError || !(error instanceof SignerError);

/** Notes that a withdrawal waits for the node or the signer. */
export const waitsAway = ({ db }: PaymentRoom, no: number) =>
  db.transaction().execute((trx) => waitFor(trx, no, 'unreachable'));

/** Says why a withdrawal goes no further in this round. An assert that failed halts it, or stops its wallet. */
export async function waits(room: PaymentRoom, withdrawal: StoredWithdrawal, error: unknown): Promise<void> {
  const no = idOf(withdrawal.withdrawal_no);
  if (error instanceof InvariantError) return stopFor(room, no, error);
  if (error instanceof SignerError && error.code === 'INVARIANT')
    return stopWallet(room, 'invariant', error.message);
  room.alarm(`Withdrawal ${no} waits in ${withdrawal.state}: ${(error as Error).message}`);
  if (isAway(error)) await waitsAway(room, no);
}

/** One with a number waits as well: it is signed for the fee that is bound to it, once the network has a price. */
export async function waitForPrice(
  { db, chain, alarm }: PaymentRoom,
  { withdrawal_no, reason }: StoredWithdrawal,
): Promise<void> {
  if (reason === 'noPrice') return;
  alarm(`Withdrawal ${withdrawal_no} waits: ${chain.key} has no price that can be trusted`);
  await db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal_no), 'noPrice'));
}

/**
 * While the wallet is stopped or a coin is delisted, what has no number waits with that reason; where an assert of the wallet
 * failed, also what has one. Returns what goes on.
 */
export async function unlessStopped(
  { db, chain }: PaymentRoom,
  signing: readonly StoredWithdrawal[],
): Promise<readonly StoredWithdrawal[]> {
  const { stopped, stop_cause } = await db
    .selectFrom('withdrawals.wallet')
    .select(['stopped', 'stop_cause'])
    .where('chain', '=', chain.key)
    .executeTakeFirstOrThrow();
  const delisted = await delistedCoins(db, chain.key);
  const obstacleOf = ({ nonce, coin }: StoredWithdrawal) => {
    if (stopped !== null && (nonce === null || stop_cause === 'invariant')) return 'stopped';
    return nonce === null && delisted.has(coin) ? 'delisted' : null;
  };
  for (const withdrawal of signing) {
    const obstacle = obstacleOf(withdrawal);
    if (obstacle !== null && withdrawal.reason !== obstacle)
      await db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal.withdrawal_no), obstacle));
  }
  return signing.filter((withdrawal) => obstacleOf(withdrawal) === null);
}
