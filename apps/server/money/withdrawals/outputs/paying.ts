import { SignerError } from '../../../../signer/index.ts';
import { idOf, type Trx } from '../../../base/database/index.ts';
import { assertSpends, readOf } from '../asserts.ts';
import { move, waitFor } from '../clock.ts';
import { takeNumber } from '../numbers.ts';
import { requireOwnChain } from '../payer-room.ts';
import { paymentOf } from '../payment.ts';
import { approvedOf } from '../rounds.ts';
import type { StoredWithdrawal } from '../rows.ts';
import { isShort, maySign, refused, withDeposits, withHolds } from '../sending.ts';
import { toChain } from '../units.ts';
import { boundCoins, spendableCoins, spendsOf } from './coins.ts';
import { mergeCoins, openMerges } from './merging.ts';
import type { OutputRoom } from './room.ts';
import { buildSpend, type Spend, storeSpend, versionsOf } from './spending.ts';

/**
 * Signs a withdrawal: coins are selected and the transaction is built, both are stored with the payment's number and its
 * inputs under the wallet's row lock, then it is signed, then the bytes are stored. A payer that was killed in between
 * finds what is bound and asks for the same bytes. Returns true once the bytes are stored.
 */
export async function signSpend(
  room: OutputRoom,
  withdrawal: StoredWithdrawal,
  rate: bigint,
): Promise<boolean> {
  if (!(await maySign(room, withdrawal))) return false;
  const no = idOf(withdrawal.withdrawal_no);
  if (withdrawal.nonce === null && !(await bind(room, withdrawal, rate))) return false;
  const spend = (await versionsOf(room, no)).at(-1);
  const { nonce } = await room.db
    .selectFrom('withdrawals.withdrawal')
    .select('nonce')
    .where('withdrawal_no', '=', BigInt(no))
    .executeTakeFirstOrThrow();
  if (spend === undefined || nonce === null) throw new Error(`withdrawal ${no} is bound to no inputs`);
  try {
    await signVersion(room, { ...withdrawal, nonce }, spend);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    await refused(room, withdrawal, nonce, error);
    return false;
  }
  return room.db.transaction().execute((trx) => move(trx, no, ['signing'], 'broadcast', room.now()));
}

/** Has the signer sign a stored version, and stores the bytes. Throws SignerError where it refuses. */
export async function signVersion(
  room: OutputRoom,
  withdrawal: StoredWithdrawal & { readonly nonce: number },
  version: Spend,
): Promise<void> {
  const { adapter, catalogues, chain, db, signer, now } = room;
  const { hash, psbt, keys, fee, rate } = version;
  const no = idOf(withdrawal.withdrawal_no);
  const approved = await approvedOf(db, withdrawal);
  const signed = await signer.signSpend({
    ...paymentOf(withdrawal, chain, catalogues.current()),
    chainId: adapter.chainId,
    paymentNo: withdrawal.nonce,
    psbt,
    keys: JSON.parse(keys),
    ...(approved === null ? {} : { approved }),
  });
  assertSpend(room, withdrawal, version, signed.raw);
  await db.transaction().execute(async (trx) => {
    await spendsOf({ db: trx })
      .updateTable('withdrawals.spend')
      .set({ raw: signed.raw })
      .where('chain', '=', chain.key)
      .where('hash', '=', hash)
      .execute();
    await trx
      .insertInto('withdrawals.transaction')
      .values({
        hash,
        withdrawal_no: no,
        raw: signed.raw,
        gas: sizeOf({ fee, rate }),
        max_fee: rate,
        tip: '0',
        signed_at: new Date(now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Asserts that signed bytes spend a version and pay its withdrawal. @throws InvariantError */
export function assertSpend(
  { adapter, catalogues, chain, hotAddress }: OutputRoom,
  withdrawal: StoredWithdrawal,
  { hash, change }: Spend,
  raw: string,
): void {
  const { amount } = paymentOf(withdrawal, chain, catalogues.current());
  const signed = readOf(withdrawal, () => adapter.readSigned(raw));
  assertSpends(withdrawal, signed, {
    hash,
    amount: BigInt(amount),
    change: BigInt(change),
    hot: hotAddress,
  });
}

/** Selects coins and binds them with the next number. False while there are too few, or one of them moved. */
async function bind(room: OutputRoom, withdrawal: StoredWithdrawal, rate: bigint): Promise<boolean> {
  const { adapter, alarm, catalogues, chain, db, now } = room;
  const no = idOf(withdrawal.withdrawal_no);
  if ((await withDeposits(room, await withHolds(room, [withdrawal]))).length === 0) return false;
  if (await isShort(room, withdrawal)) return false;
  const asset = chain.assets.find(({ code }) => code === withdrawal.coin);
  if (asset === undefined) throw new Error(`${withdrawal.coin} is not listed on ${chain.key} any more`);
  const { scale } = catalogues.current().assetById(withdrawal.asset_id);
  const amount = toChain(BigInt(withdrawal.amount), scale, asset.decimals);
  const coins = await spendableCoins(room);
  const selected = adapter.selectCoins({ coins, to: withdrawal.address, amount, rate });
  if (selected.kind === 'split') {
    await mergeCoins(room, selected.merge, rate);
    return false;
  }
  if (selected.kind === 'short') {
    const isMerging = (await openMerges(room)).length > 0;
    if (withdrawal.reason !== 'refill' && !isMerging)
      alarm(`The coins of ${chain.key} do not suffice: it awaits a refill`);
    await db.transaction().execute((trx) => waitFor(trx, no, 'refill'));
    return false;
  }
  for (const input of selected.inputs)
    if (!(await adapter.isUnspent(input)))
      throw new Error(`${input.hash}:${input.index} is spent, and not by a payment that is known`);
  const spend = await buildSpend(room, selected, { to: withdrawal.address, amount }, rate);
  const first = { first_gas: sizeOf(spend), first_max_fee: spend.rate, first_tip: '0' };
  const store = (trx: Trx) => storeSpend(trx, no, spend, new Date(now()));
  return (await takeNumber(room, no, first, store)) !== null;
}

/**
 * Signs the same payment for a higher fee: with all inputs of all earlier versions, and more where the fee needs them. Does
 * nothing where no coins suffice, or where the price did not rise.
 */
export async function raiseSpend(
  room: OutputRoom,
  withdrawal: StoredWithdrawal & { readonly nonce: number },
  newest: Spend,
  rate: bigint,
): Promise<boolean> {
  const { adapter, catalogues, chain, db, now } = room;
  if (rate <= BigInt(newest.rate)) return false;
  await requireOwnChain(room);
  const no = idOf(withdrawal.withdrawal_no);
  const asset = chain.assets.find(({ code }) => code === withdrawal.coin)!;
  const { scale } = catalogues.current().assetById(withdrawal.asset_id);
  const amount = toChain(BigInt(withdrawal.amount), scale, asset.decimals);
  const required = await boundCoins(room, no);
  // Change that waits is no input of a replacement: nodes take none that the replaced one did not have.
  const coins = (await spendableCoins(room)).filter(({ isUnconfirmed }) => !isUnconfirmed);
  const selected = adapter.selectCoins({
    coins,
    required,
    to: withdrawal.address,
    amount,
    rate,
    replaces: BigInt(newest.fee),
  });
  if (selected.kind !== 'selected') return false;
  const spend = await buildSpend(room, selected, { to: withdrawal.address, amount }, rate);
  await db.transaction().execute((trx) => storeSpend(trx, no, spend, new Date(now())));
  return true;
}

/** Virtual bytes that the fee pays for at the rate. */
function sizeOf({ fee, rate }: Pick<Spend, 'fee' | 'rate'>): string {
  return `${BigInt(fee) / BigInt(rate)}`;
}
