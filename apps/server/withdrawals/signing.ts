import { type ChainAsset, ChainError, type FeeEstimate } from '@candor/chains';
import { sql } from 'kysely';
import { type Signed, SignerError, type SignRequest } from '../../signer/index.ts';
import { moveAll, waitFor } from './clock.ts';
import { type FirstFees, takeNumbers } from './numbers.ts';
import { type PayerRoom, releaseUnsigned, requireOwnChain } from './payer-room.ts';
import { paymentOf } from './payment.ts';
import type { Purse } from './purse.ts';
import { remembered } from './remembered.ts';
import { approvedOf } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { isPaidUnseen, isShort, refused } from './sending.ts';
import { MOST_GAS_TIMES, termsOf } from './terms.ts';
import { toChain } from './units.ts';

/** A payment whose bytes are stored. */
export interface StoredPayment extends Signed {
  readonly withdrawalNo: number;
}

/** A payer's room, with the coins that are free in this round. */
export interface SigningRoom extends PayerRoom {
  readonly purse: () => Promise<Purse>;
}

/** A withdrawal whose number is bound, with what it is signed for. */
interface Bound extends FirstFees {
  readonly withdrawal: StoredWithdrawal;
  readonly nonce: number;
}

/** Tells of what keeps a single withdrawal where it is. */
type Waits = (withdrawal: StoredWithdrawal, error: unknown) => Promise<void>;

/**
 * Signs withdrawals together: fees and gas first, then their nonces under the wallet's row lock, then the signatures, then
 * the bytes into the database. A payer that was killed in between finds the nonces bound and asks for the same bytes.
 * Returns what was stored.
 */
export async function signPayments(
  room: SigningRoom,
  withdrawals: readonly StoredWithdrawal[],
  fee: FeeEstimate,
  waits: Waits,
): Promise<readonly StoredPayment[]> {
  await requireOwnChain(room);
  const known = withdrawals.filter(({ nonce }) => nonce !== null).map(boundOf);
  const fresh = withdrawals.filter(({ nonce }) => nonce === null);
  const built = await buildAll(room, await payable(room, await unseen(room, fresh), fee, waits), fee, waits);
  const stored = await signRow(room, known);
  // One that was refused holds up none behind it.
  for (let left = built; stored.isWhole && left.length > 0; ) {
    const numbers = await takeNumbers(room, left);
    const row = left.flatMap((each) => {
      const nonce = numbers.get(each.withdrawalNo);
      return nonce === undefined ? [] : [{ ...each, nonce }];
    });
    const { payments, isWhole, behind } = await signRow(room, row);
    stored.payments.push(...payments);
    stored.isWhole = isWhole;
    left = left.filter(({ withdrawalNo }) => behind.has(withdrawalNo));
  }
  return stored.payments;
}

/** Those that may be paid without a look of operators. */
async function unseen(
  room: PayerRoom,
  withdrawals: readonly StoredWithdrawal[],
): Promise<StoredWithdrawal[]> {
  const [isSteppedUp, isHeld] = [remembered(room.isSteppedUp), remembered(room.isHeld)];
  const kept: StoredWithdrawal[] = [];
  for (const withdrawal of withdrawals)
    if (await isPaidUnseen({ ...room, isSteppedUp, isHeld }, withdrawal)) kept.push(withdrawal);
  return kept;
}

/** Those that the books and the hot wallet have the coins for, oldest first. The others wait, each with its reason. */
async function payable(
  room: SigningRoom,
  withdrawals: readonly StoredWithdrawal[],
  fee: FeeEstimate,
  waits: Waits,
): Promise<StoredWithdrawal[]> {
  const { db, alarm } = room;
  if (withdrawals.length === 0) return [];
  const shortages = new Map<number, boolean>();
  const purse = await room.purse();
  const kept: StoredWithdrawal[] = [];
  async function hasCoins(withdrawal: StoredWithdrawal): Promise<boolean> {
    const { asset_id, reason, withdrawal_no } = withdrawal;
    if (shortages.get(asset_id) !== false) shortages.set(asset_id, await isShort(room, withdrawal));
    if (shortages.get(asset_id) === true) return false;
    const { asset, amount } = amountOf(room, withdrawal);
    const networkFee = (termsOf(withdrawal.coin)?.gas ?? 0n) * fee.maxFeePerGas;
    if (purse.covers(asset, amount, networkFee)) {
      purse.take(asset, amount, networkFee);
      return true;
    }
    if (reason !== 'refill')
      alarm(
        `The hot wallet awaits a refill: withdrawal ${withdrawal_no} of ${asset.code} and its gas are not covered`,
      );
    await db.transaction().execute((trx) => waitFor(trx, Number(withdrawal_no), 'refill'));
    return false;
  }
  for (const withdrawal of withdrawals)
    try {
      if (await hasCoins(withdrawal)) kept.push(withdrawal);
    } catch (error) {
      await waits(withdrawal, error);
    }
  return kept;
}

/** Has the node estimate the gas of all; one that would fail ends. */
async function buildAll(
  room: PayerRoom,
  withdrawals: readonly StoredWithdrawal[],
  fee: FeeEstimate,
  waits: Waits,
): Promise<Omit<Bound, 'nonce'>[]> {
  const { adapter, hotAddress } = room;
  const results = await Promise.allSettled(
    withdrawals.map((withdrawal) => {
      const { asset, amount } = amountOf(room, withdrawal);
      return adapter.buildPayment({
        ...{ from: hotAddress, to: withdrawal.address, asset, amount, nonce: 0, fee },
      });
    }),
  );
  const built: Omit<Bound, 'nonce'>[] = [];
  for (const [at, result] of results.entries()) {
    const withdrawal = withdrawals[at]!;
    const withdrawalNo = Number(withdrawal.withdrawal_no);
    if (result.status === 'fulfilled' && isTooDear(withdrawal, result.value.gas))
      await releaseUnsigned(room, withdrawalNo, 'address');
    else if (result.status === 'fulfilled')
      built.push({
        ...{ withdrawal, withdrawalNo, gas: `${gasOf(withdrawal, result.value.gas)}` },
        ...{ maxFeePerGas: `${fee.maxFeePerGas}`, maxPriorityFeePerGas: `${fee.maxPriorityFeePerGas}` },
      });
    else if (result.reason instanceof ChainError && result.reason.code === 'WOULD_FAIL')
      await releaseUnsigned(room, withdrawalNo, 'token');
    else await waits(withdrawal, result.reason);
  }
  return built;
}

const isTooDear = ({ coin }: StoredWithdrawal, gas: bigint): boolean => {
  const published = termsOf(coin)?.gas;
  return published !== undefined && gas > MOST_GAS_TIMES * published;
};

/**
 * The gas that is signed for: never less than the published, since the first coins of an address take more than those that
 * follow, and the recipient may move its coins between the estimate and the block. Gas that is not used costs nothing.
 */
function gasOf({ coin }: StoredWithdrawal, estimated: bigint): bigint {
  const published = termsOf(coin)?.gas ?? 0n;
  return estimated > published ? estimated : published;
}

function amountOf(
  { catalogues, chain }: PayerRoom,
  { asset_id, amount, coin }: StoredWithdrawal,
): { readonly asset: ChainAsset; readonly amount: bigint } {
  const asset = chain.assets.find(({ code }) => code === coin);
  if (asset === undefined) throw new Error(`${coin} is not listed on ${chain.key} any more`);
  const { scale } = catalogues.current().assetById(asset_id);
  return { asset, amount: toChain(BigInt(amount), scale, asset.decimals) };
}

/**
 * Has the signer sign bound payments in the order of their nonces, and stores the bytes. `isWhole` is false where the
 * wallet was stopped; `behind` names those that gave their numbers back because of one before them.
 */
async function signRow(room: PayerRoom, row: readonly Bound[]) {
  const { adapter, catalogues, chain, db, signer } = room;
  const payments: StoredPayment[] = [];
  const nothing = { payments, isWhole: true, behind: new Set<number>() };
  if (row.length === 0) return nothing;
  const ordered = row.toSorted((left, right) => left.nonce - right.nonce);
  const requests: SignRequest[] = [];
  for (const { withdrawal, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } of ordered) {
    const approved = await approvedOf(db, withdrawal);
    requests.push({
      ...paymentOf(withdrawal, chain, catalogues.current()),
      ...{ chainId: adapter.chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas },
      ...(approved === null ? {} : { approved }),
    });
  }
  const answer = await signer.signRow(requests);
  for (const [at, signed] of answer.signed.entries())
    payments.push({ ...signed, withdrawalNo: ordered[at]!.withdrawalNo });
  await store(room, ordered.slice(0, payments.length), payments);
  const [first, ...behind] = ordered.slice(payments.length);
  if (answer.refused === null || first === undefined) return nothing;
  const { code, message } = answer.refused;
  const isWhole = await refused(
    room,
    first.withdrawal,
    first.nonce,
    new SignerError(code, message),
    behind.map(({ withdrawal }) => withdrawal),
  );
  return { payments, isWhole, behind: new Set(behind.map(({ withdrawalNo }) => withdrawalNo)) };
}

/** Stores signed bytes, and moves their withdrawals on. */
async function store(
  { db, now }: PayerRoom,
  bound: readonly Bound[],
  payments: readonly StoredPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const nos = bound.map(({ withdrawalNo }) => withdrawalNo);
  const at = new Date(now());
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into "withdrawals"."transaction" (hash, withdrawal_no, raw, gas, max_fee, tip, signed_at)
      select hash, withdrawal_no, raw, gas, max_fee, tip, ${at}::timestamptz
      from unnest(
        ${payments.map(({ hash }) => hash)}::text[], ${nos}::bigint[], ${payments.map(({ raw }) => raw)}::text[],
        ${bound.map(({ gas }) => gas)}::text[], ${bound.map(({ maxFeePerGas }) => maxFeePerGas)}::text[],
        ${bound.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)}::text[]
      ) as t (hash, withdrawal_no, raw, gas, max_fee, tip)
      on conflict do nothing`.execute(trx);
    await moveAll(trx, nos, 'signing', 'broadcast', now());
  });
}

function boundOf(withdrawal: StoredWithdrawal): Bound {
  const { withdrawal_no, nonce, first_gas, first_max_fee, first_tip } = withdrawal;
  if (nonce === null || first_gas === null || first_max_fee === null || first_tip === null)
    throw new Error(`withdrawal ${withdrawal_no} has a nonce without fees`);
  return {
    ...{ withdrawal, withdrawalNo: Number(withdrawal_no), nonce, gas: first_gas },
    ...{ maxFeePerGas: first_max_fee, maxPriorityFeePerGas: first_tip },
  };
}
