import type { FeeEstimate, TransactionStatus } from '@candor/chains';
import type { Amount } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import { type Database, idOf } from '../../base/database/index.ts';
import { hasPassed } from '../../base/work/elapsed.ts';
import { replacedAfter } from '../chains/index.ts';
import { fineUnits, noteRemainder } from '../treasury/index.ts';
import { assertCost, assertRaised } from './asserts.ts';
import { endKey, move, waitFor } from './clock.ts';
import {
  type FollowingPayments,
  followEnded,
  type Included,
  noteIncluded,
  noteLeft,
  standsUnended,
} from './finality.ts';
import type { Gaps } from './gaps.ts';
import {
  isStoppedByAssert,
  type PayerRoom,
  type PaymentRoom,
  requireOwnChain,
  stopWallet,
} from './payer-room.ts';
import type { StoredWithdrawal } from './rows.ts';
import { assertBytes, sendPayment } from './sending.ts';
import type { Spendable } from './spendable.ts';
import { BUMP_AFTER_MS } from './terms.ts';
import { toChain, toLedgerUp } from './units.ts';

type Stored = Selectable<Database['withdrawals.transaction']>;
/** A payer's room in one round: the coins that are free, and what stands on the chain. */
export interface FollowingRoom extends PayerRoom, FollowingPayments {
  readonly spendable: () => Promise<Spendable>;
  readonly gaps: Gaps;
}

/** Nodes replace a transaction for a tenth more of both fees; an eighth is what all of them take. */
const RAISE = { by: 9n, of: 8n } as const;

/**
 * Follows the versions of a payment. One that is final by the chain's own rules ends the withdrawal: paid, or released where
 * the token refused. A nonce that another hash took stops the wallet. Nothing else is ever final: what left the chain or was
 * forgotten by a node is sent again, and what waits too long, or is too cheap to be sent, is signed again for a higher fee.
 */
export async function followPayment(
  room: FollowingRoom,
  withdrawal: StoredWithdrawal,
  fee: FeeEstimate | null,
): Promise<void> {
  if (await standsUnended(room, withdrawal)) return;
  const { chain, now } = room;
  const versions = await versionsOf(room, withdrawal);
  const needed = chain.assets.find(({ code }) => code === withdrawal.coin)?.confirmations ?? 1;
  const statuses = await statusesOf(room, withdrawal, versions, needed);
  const included = statuses.find((status): status is Included => status.state === 'included');
  if (included !== undefined) {
    const mostFees = versions.map(({ gas, max_fee }) => BigInt(gas) * BigInt(max_fee));
    if (await noteIncluded(room, withdrawal, included))
      await endPayment(room, withdrawal, included, mostFees.reduce(greater));
    return;
  }
  await noteLeft(room, withdrawal);
  const isReplaced = (all: readonly TransactionStatus[]) => all.some(({ state }) => state === 'replaced');
  if (isReplaced(statuses)) {
    // A stranger with the key is stopped at once; that ours can never be mined is said only of a block that stays.
    if (isReplaced(await statusesOf(room, withdrawal, versions, replacedAfter(chain))))
      await room.db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal.withdrawal_no), 'stopped'));
    return stopWallet(room, 'nonce', `Nonce ${withdrawal.nonce} is taken by a hash that is not ours`);
  }
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error('a payment that was sent has no version');
  const isUnknown = statuses.every(({ state }) => state === 'unknown');
  room.gaps.note(withdrawal.nonce!, isUnknown);
  const isTooCheap = isUnknown && (await sendPayment(room, withdrawal)) === 'underpriced';
  if (fee === null || (isUnknown && !isTooCheap)) return;
  if (isTooCheap || hasPassed(newest.signed_at.getTime(), BUMP_AFTER_MS, now()))
    await raiseFee(room, withdrawal, newest, fee);
}

const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The versions of a payment, oldest first: each raises the fee of the one before, whatever the clock was. */
function versionsOf({ db }: PaymentRoom, { withdrawal_no }: StoredWithdrawal): Promise<Stored[]> {
  return db
    .selectFrom('withdrawals.transaction')
    .selectAll()
    .where('withdrawal_no', '=', withdrawal_no)
    .orderBy(sql`max_fee::numeric`)
    .execute();
}

async function statusesOf(
  { adapter, hotAddress }: PayerRoom,
  { nonce }: StoredWithdrawal,
  versions: readonly Stored[],
  finalAfter: number,
): Promise<TransactionStatus[]> {
  const statuses: TransactionStatus[] = [];
  for (const { hash } of versions)
    statuses.push(await adapter.status({ hash, from: hotAddress, nonce: nonce! }, finalAfter));
  return statuses;
}

/** Sends payments again that ended in blocks which the chain lost. */
export const followEndedPayments = (room: FollowingRoom): Promise<void> =>
  followEnded(room, {
    statusOf: async (withdrawal) =>
      statusesOf(room, withdrawal, await versionsOf(room, withdrawal), replacedAfter(room.chain)),
    send: (withdrawal) => sendPayment(room, withdrawal),
  });

const feesOf = (maxFee: string, tip: string) => ({ maxFee: BigInt(maxFee), tip: BigInt(tip) });

/**
 * Signs the same payment for a higher fee, stores it and sends it. Without the coins for it, it waits at its fee. A version that
 * the signer bound and whose answer was lost comes first: the signer takes no fee that is not a tenth above that one.
 */
async function raiseFee(
  room: FollowingRoom,
  withdrawal: StoredWithdrawal,
  newest: Stored,
  fee: FeeEstimate,
): Promise<void> {
  const { chain, db, signer, now } = room;
  if (await isStoppedByAssert(room)) return;
  await requireOwnChain(room);
  const asset = chain.assets.find(({ code }) => code === withdrawal.coin)!;
  const { scale } = room.catalogues.current().assetById(withdrawal.asset_id);
  const raised = (before: string, wanted: bigint) => {
    const least = (BigInt(before) * RAISE.by + RAISE.of - 1n) / RAISE.of;
    return least > wanted ? least : wanted;
  };
  const withdrawalNo = idOf(withdrawal.withdrawal_no);
  const bound = await signer.newestFees(withdrawalNo);
  const isLost = bound !== null && BigInt(bound.maxFeePerGas) > BigInt(newest.max_fee);
  const fees = isLost
    ? bound
    : {
        gas: newest.gas,
        maxFeePerGas: `${raised(newest.max_fee, fee.maxFeePerGas)}`,
        maxPriorityFeePerGas: `${raised(newest.tip, fee.maxPriorityFeePerGas)}`,
      };
  const request = {
    withdrawalNo,
    nonce: withdrawal.nonce!,
    chainId: room.adapter.chainId,
    to: withdrawal.address,
    asset: { code: asset.code, contract: asset.contract },
    ...fees,
    amount: `${toChain(BigInt(withdrawal.amount), scale, asset.decimals)}`,
  };
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const more = BigInt(newest.gas) * (BigInt(request.maxFeePerGas) - BigInt(newest.max_fee));
  const spendable = await room.spendable();
  if (!spendable.covers(native, 0n, more)) {
    if (withdrawal.reason !== 'refill')
      room.alarm(
        `The hot wallet awaits a refill: a higher fee of withdrawal ${request.withdrawalNo} is not covered`,
      );
    await db.transaction().execute((trx) => waitFor(trx, request.withdrawalNo, 'refill'));
    return;
  }
  spendable.take(native, 0n, more);
  assertRaised(
    withdrawal,
    feesOf(newest.max_fee, newest.tip),
    feesOf(fees.maxFeePerGas, fees.maxPriorityFeePerGas),
  );
  const { hash, raw } = await signer.sign(request).catch((error: unknown) => {
    spendable.putBack(native, 0n, more);
    throw error;
  });
  const { gas, maxFeePerGas: max_fee, maxPriorityFeePerGas: tip } = request;
  assertBytes(room, withdrawal, { hash, raw, gas, max_fee, tip });
  await db
    .insertInto('withdrawals.transaction')
    .values({
      hash,
      raw,
      withdrawal_no: withdrawal.withdrawal_no,
      gas,
      max_fee,
      tip,
      signed_at: new Date(now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sendPayment(room, withdrawal);
}

/**
 * Ends the withdrawal by its one promise. Of the chain's own coin only the recipient's code can fail: the published fee is kept
 * for the gas that it burnt. Gas of a transfer that a token refuses falls on the house. `mostFee` is the most that one of its
 * versions may pay to the network. @throws InvariantError where it paid more
 */
export async function endPayment(
  room: PaymentRoom,
  withdrawal: StoredWithdrawal,
  { succeeded, feePaid }: Included,
  mostFee: bigint,
): Promise<void> {
  assertCost(withdrawal, feePaid, mostFee);
  const { chain, catalogues, db, promises, now } = room;
  const no = idOf(withdrawal.withdrawal_no);
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const coin = catalogues.current().asset(native.code);
  const cost = toLedgerUp(feePaid, native.decimals, coin.scale);
  await db.transaction().execute(async (trx) => {
    const to = succeeded ? 'done' : 'rejected';
    const isRecipient = withdrawal.coin === native.code;
    const why = succeeded ? null : isRecipient ? 'recipient' : 'token';
    const endMs = succeeded ? (withdrawal.paid_at?.getTime() ?? now()) : now();
    if (!(await move(trx, no, ['broadcast'], to, endMs, why))) return;
    const { ofChain, ofLedger } = fineUnits(native.decimals, coin.scale);
    const units = ofLedger(cost) - ofChain(feePaid);
    await noteRemainder(trx, { chain: chain.key, coin: native.code, units });
    const promise = (key: string, body: Parameters<typeof promises.promise>[1]['body']) =>
      promises.promise(trx, { key, userId: 0, body });
    if (succeeded || isRecipient)
      await promise(endKey(no), {
        type: succeeded ? 'settleWithdrawal' : 'failWithdrawal',
        withdrawalNo: no,
        networkAssetId: coin.assetId,
        networkFee: cost as Amount,
      });
    else {
      await promise(endKey(no), { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'refused-by-token' });
      if (cost > 0n)
        await promise(`withdrawal-cost:${no}`, {
          type: 'bookNetworkCost',
          costNo: costNoOf(no),
          assetId: coin.assetId,
          amount: cost as Amount,
        });
    }
  });
}

/** Costs of withdrawals have odd numbers; even ones are free for the house's own transactions. */
const costNoOf = (withdrawalNo: number): number => 2 * withdrawalNo - 1;
