import type { FeeEstimate, TransactionStatus } from '@candor/chains';
import type { Selectable, Transaction } from 'kysely';
import { fineUnits, noteRemainder } from '../treasury/index.ts';
import { endKey, move, waitFor } from './clock.ts';
import { type PayerRoom, type PaymentRoom, requireOwnChain, stopWallet } from './payer-room.ts';
import type { Purse } from './purse.ts';
import type { StoredWithdrawal } from './rows.ts';
import type { WithdrawalsSchema } from './schema.ts';
import { sendPayment } from './sending.ts';
import { BUMP_AFTER_MS } from './terms.ts';
import { toChain, toLedgerUp } from './units.ts';

type Stored = Selectable<WithdrawalsSchema['withdrawals.transaction']>;
/** A payer's room, with the coins that are free in this round. */
interface FollowingRoom extends PayerRoom {
  readonly purse: () => Promise<Purse>;
}
type Included = Extract<TransactionStatus, { readonly state: 'included' }>;

/** Nodes replace a transaction for a tenth more of both fees; an eighth is what all of them take. */
const RAISE = { by: 9n, of: 8n } as const;

/**
 * Follows the versions of a payment. One that is final ends the withdrawal: paid, or released where the token refused. A
 * nonce that is final under a hash of nobody's stops the wallet. Nothing else is ever final: what a node forgot is sent
 * again, and what waits too long is signed again for a higher fee.
 */
export async function followPayment(
  room: FollowingRoom,
  withdrawal: StoredWithdrawal,
  fee: FeeEstimate,
): Promise<void> {
  const { adapter, chain, db, hotAddress, now } = room;
  const needed = chain.assets.find(({ code }) => code === withdrawal.coin)?.confirmations ?? 1;
  const versions = await db
    .selectFrom('withdrawals.transaction')
    .selectAll()
    .where('withdrawal_no', '=', withdrawal.withdrawal_no)
    .orderBy('signed_at')
    .execute();
  const statuses: TransactionStatus[] = [];
  for (const { hash } of versions)
    statuses.push(await adapter.status({ hash, from: hotAddress, nonce: withdrawal.nonce! }, needed));
  const included = statuses.find((status): status is Included => status.state === 'included');
  if (included !== undefined) {
    await db
      .updateTable('withdrawals.withdrawal')
      .set({ confirmations: Math.min(included.confirmations, needed), reason: null })
      .where('withdrawal_no', '=', withdrawal.withdrawal_no)
      .execute();
    if (included.confirmations >= needed) await endPayment(room, withdrawal, included);
    return;
  }
  if (statuses.some(({ state }) => state === 'replaced')) {
    await db.transaction().execute((trx) => waitFor(trx, Number(withdrawal.withdrawal_no), 'stopped'));
    return stopWallet(room, 'nonce', `Nonce ${withdrawal.nonce} is final under a hash that is not ours`);
  }
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error('a payment that was sent has no version');
  if (statuses.every(({ state }) => state === 'unknown')) return sendPayment(room, withdrawal);
  if (now() - newest.signed_at.getTime() >= BUMP_AFTER_MS) await raiseFee(room, withdrawal, newest, fee);
}

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
  await requireOwnChain(room);
  const asset = chain.assets.find(({ code }) => code === withdrawal.coin)!;
  const { scale } = room.catalogues.current().assetById(withdrawal.asset_id);
  const raised = (before: string, wanted: bigint) => {
    const least = (BigInt(before) * RAISE.by + RAISE.of - 1n) / RAISE.of;
    return least > wanted ? least : wanted;
  };
  const withdrawalNo = Number(withdrawal.withdrawal_no);
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
    ...{ withdrawalNo, nonce: withdrawal.nonce!, chainId: room.adapter.chainId },
    ...{ to: withdrawal.address, asset: { code: asset.code, contract: asset.contract }, ...fees },
    amount: `${toChain(BigInt(withdrawal.amount), scale, asset.decimals)}`,
  };
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const more = BigInt(newest.gas) * (BigInt(request.maxFeePerGas) - BigInt(newest.max_fee));
  const purse = await room.purse();
  if (!purse.covers(native, 0n, more)) {
    if (withdrawal.reason !== 'refill')
      room.alarm(
        `The hot wallet awaits a refill: a higher fee of withdrawal ${request.withdrawalNo} is not covered`,
      );
    await db.transaction().execute((trx) => waitFor(trx, request.withdrawalNo, 'refill'));
    return;
  }
  purse.take(native, 0n, more);
  const { hash, raw } = await signer.sign(request).catch((error: unknown) => {
    purse.putBack(native, 0n, more);
    throw error;
  });
  await db
    .insertInto('withdrawals.transaction')
    .values({
      ...{ hash, raw, withdrawal_no: withdrawal.withdrawal_no, gas: request.gas },
      ...{ max_fee: request.maxFeePerGas, tip: request.maxPriorityFeePerGas, signed_at: new Date(now()) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sendPayment(room, withdrawal);
}

/** Ends the withdrawal by its one promise. Gas of a refused transfer falls on the house. */
export async function endPayment(
  room: PaymentRoom,
  withdrawal: StoredWithdrawal,
  { succeeded, feePaid }: Included,
): Promise<void> {
  const { chain, catalogues, db, promises, now } = room;
  const no = Number(withdrawal.withdrawal_no);
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const coin = catalogues.current().asset(native.code);
  const cost = toLedgerUp(feePaid, native.decimals, coin.scale);
  await db.transaction().execute(async (trx) => {
    const untyped = trx as unknown as Transaction<unknown>;
    const to = succeeded ? 'done' : 'rejected';
    if (!(await move(trx, no, ['broadcast'], to, now(), succeeded ? null : 'token'))) return;
    const { ofChain, ofLedger } = fineUnits(native.decimals, coin.scale);
    const units = ofLedger(cost) - ofChain(feePaid);
    await noteRemainder(untyped, { chain: chain.key, coin: native.code, units });
    const promise = (key: string, body: Parameters<typeof promises.promise>[1]['body']) =>
      promises.promise(untyped, { key, userId: 0, body });
    if (succeeded)
      await promise(endKey(no), {
        ...{ type: 'settleWithdrawal', withdrawalNo: no },
        ...{ networkAssetId: coin.assetId, networkFee: cost as never },
      });
    else {
      await promise(endKey(no), { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'refused-by-token' });
      if (cost > 0n)
        await promise(`withdrawal-cost:${no}`, {
          ...{ type: 'bookNetworkCost', costNo: costNoOf(no), assetId: coin.assetId, amount: cost as never },
        });
    }
  });
}

/** Costs of withdrawals have odd numbers; even ones are free for the house's own transactions. */
const costNoOf = (withdrawalNo: number): number => 2 * withdrawalNo - 1;
