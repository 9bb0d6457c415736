import { ChainError, type FeeEstimate } from '@candor/chains';
import { idOf } from '../../base/database/index.ts';
import { waitFor } from './clock.ts';
import type { FirstFees } from './numbers.ts';
import type { PayerRoom } from './payer-room.ts';
import { amountOf, endRefused, isOfPayment, mostGasOf, noteRefused } from './refusing.ts';
import type { StoredWithdrawal } from './rows.ts';
import { isShort, withDeposits, withHolds } from './sending.ts';
import type { Spendable } from './spendable.ts';
import { termsOf } from './terms.ts';

/** Says why a single withdrawal stays where it is. */
export type Waits = (withdrawal: StoredWithdrawal, error: unknown) => Promise<void>;

/** A payer's room, with the coins that are free in this round. */
export interface SigningRoom extends PayerRoom {
  readonly spendable: () => Promise<Spendable>;
  /** Has a withdrawal wait until all others are paid. */
  readonly setAside: (withdrawalNo: number) => void;
}

/** A withdrawal whose payment the newest block takes, with what is to be signed. */
export interface Estimated extends FirstFees {
  readonly withdrawal: StoredWithdrawal;
}

/** Terms of one look at withdrawals. */
export interface Look {
  readonly fee: FeeEstimate;
  readonly waits: Waits;
  /** True for those that were set aside: what a final block refuses as well ends. */
  readonly isLast: boolean;
}

/**
 * Returns the withdrawals that can be signed, oldest first: the books and the hot wallet have the coins, and the newest block
 * takes the payment. Coins are reserved for what is signed: the amount, and the whole gas at the highest price. Those of a
 * payment that is refused are free for the others at once. Whatever is not returned waits, each with its reason.
 */
export async function estimateAll(
  room: SigningRoom,
  withdrawals: readonly StoredWithdrawal[],
  look: Look,
): Promise<Estimated[]> {
  if (withdrawals.length === 0) return [];
  const { fee } = look;
  const spendable = await room.spendable();
  const gasOf = new Map<StoredWithdrawal, bigint>();
  const feeOf = (each: StoredWithdrawal) => (gasOf.get(each) ?? publishedGas(each)) * fee.maxFeePerGas;
  const covered = new Set<StoredWithdrawal>();
  let waiting = await withinBooks(room, withdrawals, look);
  for (let isFreed = true; isFreed && waiting.length > 0; ) {
    isFreed = false;
    const reserved: StoredWithdrawal[] = [];
    const short: StoredWithdrawal[] = [];
    for (const each of waiting) {
      const { asset, amount } = amountOf(room, each);
      const isCovered = spendable.covers(asset, amount, feeOf(each));
      if (isCovered) spendable.take(asset, amount, feeOf(each));
      (isCovered ? reserved : short).push(each);
    }
    const gas = await gasOfAll(
      room,
      reserved.filter((each) => !gasOf.has(each)),
      look,
    );
    for (const each of reserved) {
      const { asset, amount } = amountOf(room, each);
      const before = feeOf(each);
      const needed = gasOf.get(each) ?? gas.get(each);
      if (needed !== undefined) gasOf.set(each, needed);
      if (needed === undefined || feeOf(each) > before) {
        spendable.putBack(asset, amount, before);
        const isCovered = needed !== undefined && spendable.covers(asset, amount, feeOf(each));
        if (isCovered) spendable.take(asset, amount, feeOf(each));
        else isFreed = true;
        if (!isCovered && needed !== undefined) short.push(each);
        if (!isCovered) continue;
      }
      covered.add(each);
    }
    isFreed &&= short.length < waiting.length;
    waiting = waiting.filter((each) => short.includes(each));
  }
  for (const each of waiting) await awaitRefill(room, each);
  return withdrawals
    .filter((each) => covered.has(each))
    .map((withdrawal) => ({
      withdrawal,
      withdrawalNo: idOf(withdrawal.withdrawal_no),
      gas: `${gasOf.get(withdrawal)}`,
      maxFeePerGas: `${fee.maxFeePerGas}`,
      maxPriorityFeePerGas: `${fee.maxPriorityFeePerGas}`,
    }));
}

/** Those whose coin is not short in the books, and whose owner's deposits stand. The others wait with that reason. */
async function withinBooks(
  room: PayerRoom,
  withdrawals: readonly StoredWithdrawal[],
  { waits }: Look,
): Promise<StoredWithdrawal[]> {
  const shortages = new Map<number, boolean>();
  const kept: StoredWithdrawal[] = [];
  for (const withdrawal of await withDeposits(room, await withHolds(room, withdrawals)))
    try {
      const { asset_id } = withdrawal;
      amountOf(room, withdrawal);
      if (shortages.get(asset_id) !== false) shortages.set(asset_id, await isShort(room, withdrawal));
      if (shortages.get(asset_id) === false) kept.push(withdrawal);
    } catch (error) {
      await waits(withdrawal, error);
    }
  return kept;
}

/**
 * Has the node estimate the gas of all. One that it refuses, or leaves without an answer while it answers for others, is set
 * aside; one that was aside before ends where a final block refuses it too. Returns the gas of those that go on.
 */
async function gasOfAll(
  room: SigningRoom,
  withdrawals: readonly StoredWithdrawal[],
  { fee, waits, isLast }: Look,
): Promise<ReadonlyMap<StoredWithdrawal, bigint>> {
  const { adapter, hotAddress: from } = room;
  const results = await Promise.allSettled(
    withdrawals.map(async (each) => {
      const { asset, amount } = amountOf(room, each);
      const [mostGas, published] = [mostGasOf(each), publishedGas(each)];
      const limit = mostGas === undefined ? {} : { mostGas };
      const { gas } = await adapter.buildPayment({
        from,
        to: each.address,
        asset,
        amount,
        nonce: 0,
        fee,
        ...limit,
      });
      // A node may work on more than it was asked to.
      if (mostGas !== undefined && gas > mostGas)
        throw new ChainError('WOULD_FAIL', `it takes ${gas} gas, and ${mostGas} at most are paid for`);
      return gas > published ? gas : published;
    }),
  );
  const isAnswered = results.some(({ status, ...result }) =>
    status === 'fulfilled' ? true : isOfPayment((result as PromiseRejectedResult).reason),
  );
  const found = new Map<StoredWithdrawal, bigint>();
  for (const [at, result] of results.entries()) {
    const withdrawal = withdrawals[at]!;
    if (result.status === 'fulfilled') {
      found.set(withdrawal, result.value);
      continue;
    }
    try {
      if (isAnswered || withdrawals.length === 1) room.setAside(idOf(withdrawal.withdrawal_no));
      if (isLast && (await endRefused(room, withdrawal, fee))) continue;
      if (isOfPayment(result.reason)) await noteRefused(room, withdrawal, result.reason.message);
      else await waits(withdrawal, result.reason);
    } catch (error) {
      await waits(withdrawal, error);
    }
  }
  return found;
}

/**
 * The gas that is signed for at least: the first coins of an address take more than those that follow, and the recipient may
 * move its coins between the estimate and the block. Gas that is not used costs nothing.
 */
const publishedGas = ({ coin }: StoredWithdrawal): bigint => termsOf(coin)?.gas ?? 0n;

async function awaitRefill(
  { alarm, db }: PayerRoom,
  { reason, withdrawal_no, coin }: StoredWithdrawal,
): Promise<void> {
  if (reason !== 'refill')
    alarm(
      `The hot wallet awaits a refill: withdrawal ${withdrawal_no} of ${coin} and its gas are not covered`,
    );
  await db.transaction().execute((trx) => waitFor(trx, idOf(withdrawal_no), 'refill'));
}
