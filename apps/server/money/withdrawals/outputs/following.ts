import { ChainError, type TransactionStatus } from '@candor/chains';
import { SignerError } from '../../../../signer/index.ts';
import { idOf } from '../../../base/database/index.ts';
import { hasPassed } from '../../../base/work/elapsed.ts';
import { replacedAfter } from '../../chains/index.ts';
import { waitFor } from '../clock.ts';
import { followEnded, type Included, noteIncluded, noteLeft, standsUnended } from '../finality.ts';
import { isStoppedByAssert, stopWallet } from '../payer-room.ts';
import type { StoredWithdrawal } from '../rows.ts';
import { endPayment } from '../settling.ts';
import { hasChild } from './coins.ts';
import { assertSpend, raiseSpend, signVersion } from './paying.ts';
import type { OutputRoom } from './room.ts';
import { forgetVersion, type Spend, versionsOf } from './spending.ts';

/** A payment that waits for three blocks' time is signed again for a higher fee, if the price rose. */
export const RAISE_AFTER_MS = 30 * 60_000;

/**
 * Follows the versions of a payment. One as deep as a large amount needs ends the withdrawal. An input that is finally spent by nobody's
 * transaction stops the wallet. Nothing else is ever final: what a pool forgot is sent again, and what waits too long is
 * signed again for a higher fee.
 */
export async function followSpend(
  room: OutputRoom,
  withdrawal: StoredWithdrawal,
  rate: bigint | null,
): Promise<void> {
  if (await standsUnended(room, withdrawal)) return;
  const { chain, db, now } = room;
  const no = idOf(withdrawal.withdrawal_no);
  const { nonce } = withdrawal;
  if (nonce === null) throw new Error(`withdrawal ${no} was sent without a number`);
  const needed = chain.assets.find(({ code }) => code === withdrawal.coin)?.confirmations ?? 1;
  const versions = await versionsOf(room, no);
  const statuses = await statusesOf(room, versions, needed);
  const included = statuses.find((status): status is Included => status.state === 'included');
  if (included !== undefined) {
    if (await noteIncluded(room, withdrawal, included))
      await endPayment(room, withdrawal, included, mostFeeOf(versions));
    return;
  }
  await noteLeft(room, withdrawal);
  const isReplaced = (all: readonly TransactionStatus[]) => all.some(({ state }) => state === 'replaced');
  if (isReplaced(statuses)) {
    if (isReplaced(await statusesOf(room, versions, replacedAfter(chain))))
      await db.transaction().execute((trx) => waitFor(trx, no, 'stopped'));
    return stopWallet(
      room,
      'nonce',
      `An input of withdrawal ${no} is finally spent by a transaction that is not ours`,
    );
  }
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error('a payment that was sent has no version');
  // A kill between the version and its signature: it is asked for again.
  if (newest.raw === null) return signRaised(room, { ...withdrawal, nonce }, newest);
  if (statuses.at(-1)?.state === 'unknown') return sendSpend(room, withdrawal);
  if (rate === null || !hasPassed(newest.at.getTime(), RAISE_AFTER_MS, now())) return;
  const change = { hash: newest.hash, index: newest.change_index };
  // Its child pays for both: replacing the parent would take the child's input away.
  if (BigInt(newest.change) > 0n && (await hasChild(room, change))) return;
  if (await isStoppedByAssert(room)) return;
  if (!(await raiseSpend(room, { ...withdrawal, nonce }, newest, rate))) return;
  await signRaised(room, { ...withdrawal, nonce }, (await versionsOf(room, no)).at(-1)!);
}

/** The most that one of the versions pays to the network. */
const mostFeeOf = (versions: readonly Spend[]): bigint =>
  versions.map(({ fee }) => BigInt(fee)).reduce((most, fee) => (fee > most ? fee : most), 0n);

/** The states of the signed versions, oldest first. */
async function statusesOf(
  { adapter }: OutputRoom,
  versions: readonly Spend[],
  finalAfter: number,
): Promise<TransactionStatus[]> {
  const statuses: TransactionStatus[] = [];
  for (const { hash, raw, fee } of versions)
    if (raw !== null) statuses.push(await adapter.status({ hash, raw, fee: BigInt(fee) }, finalAfter));
  return statuses;
}

/** Sends payments again that ended in blocks which the chain lost. */
export const followEndedSpends = (room: OutputRoom): Promise<void> =>
  followEnded(room, {
    statusOf: async ({ withdrawal_no }) =>
      statusesOf(room, await versionsOf(room, idOf(withdrawal_no)), replacedAfter(room.chain)),
    send: (withdrawal) => sendSpend(room, withdrawal),
  });

/**
 * Signs and sends a further version. One that the signer refuses is forgotten and the earlier ones stand: they are signed, so
 * neither number nor inputs are given back.
 */
async function signRaised(
  room: OutputRoom,
  withdrawal: StoredWithdrawal & { readonly nonce: number },
  version: Spend,
): Promise<void> {
  const no = idOf(withdrawal.withdrawal_no);
  try {
    await signVersion(room, withdrawal, version);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    if (error.code === 'INVARIANT') return stopWallet(room, 'invariant', error.message);
    if (error.code === 'BOUND_OTHERWISE' || error.code === 'INPUTS_MISSING')
      return stopWallet(room, 'signer', error.message);
    await forgetVersion(room, version);
    room.alarm(`The signer refuses a higher fee for withdrawal ${no}: ${error.message}`);
    return;
  }
  await sendSpend(room, withdrawal);
}

/**
 * Sends the newest signed version. What the node says of it decides nothing: only its chain does. @throws InvariantError where
 * its bytes are not those of the withdrawal
 */
export async function sendSpend(room: OutputRoom, withdrawal: StoredWithdrawal): Promise<void> {
  const versions = await versionsOf(room, idOf(withdrawal.withdrawal_no));
  const newest = versions.findLast(({ raw }) => raw !== null);
  if (newest?.raw == null) return;
  assertSpend(room, withdrawal, newest, newest.raw);
  try {
    await room.adapter.broadcast(newest.raw);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error.code !== 'INPUTS_USED') room.alarm(`A node did not take ${newest.hash}: ${error.message}`);
  }
}
