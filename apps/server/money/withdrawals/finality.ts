import type { TransactionStatus } from '@candor/chains';
import { InvariantError } from '@candor/money';
import { depthOf, type Finality } from '../chains/index.ts';
import { haltWithdrawal, type PaymentRoom } from './payer-room.ts';
import type { StoredWithdrawal } from './rows.ts';
import { toChain } from './units.ts';

/** A payment's room, with what stands on the chain in this round. */
export interface FollowingPayments extends PaymentRoom {
  readonly finality: Finality;
}

export type Included = Extract<TransactionStatus, { readonly state: 'included' }>;

/** Returns the confirmations that a payment needs, and if it is paid only once its block is final. */
function depthOfPayment(
  { catalogues, chain }: PaymentRoom,
  { amount, asset_id, coin }: StoredWithdrawal,
): ReturnType<typeof depthOf> {
  const asset = chain.assets.find(({ code }) => code === coin);
  if (asset === undefined) return { needed: 1, isLarge: true };
  const { scale } = catalogues.current().assetById(asset_id);
  return depthOf(asset, toChain(BigInt(amount), scale, asset.decimals));
}

/** True where the block that held a payment still does, and nothing new follows from it: no version is asked for. */
export async function standsUnended(room: FollowingPayments, withdrawal: StoredWithdrawal): Promise<boolean> {
  const { block_number: number, block_hash: hash, paid_at } = withdrawal;
  if (number === null || hash === null) return false;
  const block = { number, hash };
  const confirmations = await room.finality.confirmations(block);
  if (confirmations === 0) return false;
  const { needed } = depthOfPayment(room, withdrawal);
  if (confirmations < needed) {
    await noteBlock(room, withdrawal, block, confirmations, null);
    return true;
  }
  // Both ends read its block once more: it is paid, or refused, by a receipt alone.
  return paid_at !== null && !(await room.finality.isFinal(block, confirmations));
}

/**
 * Notes that a block holds a payment. Returns true where that ends it: it has its confirmations, and the chain cannot take
 * the block back. One that succeeded and is not large counts as paid from its confirmations on.
 */
export async function noteIncluded(
  room: FollowingPayments,
  withdrawal: StoredWithdrawal,
  { block, confirmations, succeeded }: Included,
): Promise<boolean> {
  const { needed, isLarge } = depthOfPayment(room, withdrawal);
  const isDeep = confirmations >= needed;
  const paidAt = isDeep && succeeded && !isLarge ? (withdrawal.paid_at ?? new Date(room.now())) : null;
  await noteBlock(room, withdrawal, block, confirmations, paidAt);
  return isDeep && (await room.finality.isFinal(block, confirmations));
}

async function noteBlock(
  room: PaymentRoom,
  withdrawal: StoredWithdrawal,
  block: Included['block'],
  confirmations: number,
  paidAt: Date | null,
): Promise<void> {
  const { needed } = depthOfPayment(room, withdrawal);
  await room.db
    .updateTable('withdrawals.withdrawal')
    .set({
      confirmations: Math.min(confirmations, needed),
      reason: null,
      left_at: null,
      block_number: block.number,
      block_hash: block.hash,
      paid_at: paidAt,
    })
    .where('withdrawal_no', '=', withdrawal.withdrawal_no)
    .execute();
}

/** Notes that no block holds a payment any more that one held. It is not paid until one does again. */
export async function noteLeft(
  { alarm, chain, db, now }: PaymentRoom,
  { withdrawal_no, block_number, block_hash, nonce }: StoredWithdrawal,
): Promise<void> {
  if (block_hash === null) return;
  alarm(
    `Withdrawal ${withdrawal_no} left ${chain.key} with block ${block_number}: number ${nonce} is sent again`,
  );
  await db
    .updateTable('withdrawals.withdrawal')
    .set({
      confirmations: 0,
      reason: 'reorganised',
      left_at: new Date(now()),
      block_number: null,
      block_hash: null,
      paid_at: null,
    })
    .where('withdrawal_no', '=', withdrawal_no)
    .execute();
}

/**
 * Looks at payments that ended and whose blocks are not far below the final one. A chain that lost blocks which it
 * called final, such as a node's that was restored from a backup, gets them again from the stored bytes. Their end stands: the
 * ledger has it.
 */
export async function followEnded(
  room: FollowingPayments,
  {
    statusOf,
    send,
  }: {
    readonly statusOf: (withdrawal: StoredWithdrawal) => Promise<readonly TransactionStatus[]>;
    readonly send: (withdrawal: StoredWithdrawal) => Promise<unknown>;
  },
): Promise<void> {
  const { alarm, chain, db, finality, now } = room;
  const ended = await db
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('chain', '=', chain.key)
    .where('ended_at', 'is not', null)
    .where('halted', 'is', null)
    .where('block_number', '>', await finality.floor())
    .orderBy('nonce')
    .execute();
  for (const withdrawal of ended) {
    const { withdrawal_no, block_number, block_hash, left_at, state } = withdrawal;
    const set = (values: { left_at: Date | null; block_number?: number; block_hash?: string }) =>
      db
        .updateTable('withdrawals.withdrawal')
        .set(values)
        .where('withdrawal_no', '=', withdrawal_no)
        .execute();
    const block = { number: block_number!, hash: block_hash ?? '' };
    if ((await finality.confirmations(block)) > 0) {
      if (left_at !== null) await set({ left_at: null });
      continue;
    }
    const statuses = await statusOf(withdrawal);
    const included = statuses.find((status): status is Included => status.state === 'included');
    if (included !== undefined) {
      if (included.succeeded !== (state === 'done'))
        alarm(`Withdrawal ${withdrawal_no} ended as ${state}, and ${chain.key} says otherwise now`);
      await set({ left_at: null, block_number: included.block.number, block_hash: included.block.hash });
      continue;
    }
    if (left_at === null) {
      alarm(
        `Withdrawal ${withdrawal_no} ended in block ${block_number}, which ${chain.key} lost: it is sent again`,
      );
      await set({ left_at: new Date(now()) });
    }
    if (statuses.every(({ state: known }) => known === 'unknown'))
      await send(withdrawal).catch(async (error: unknown) => {
        if (!(error instanceof InvariantError)) throw error;
        await haltWithdrawal(room, withdrawal_no, error);
      });
  }
}
