import { BANK_NETWORK, type WithdrawalRow, type WithdrawalState, withdrawalStatusOf } from '@candor/api';
import type { Amount } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { depthOf, type ListedChain } from '../chains/index.ts';
import { CANCELLABLE_STATES } from './clock.ts';
import { toChain } from './units.ts';

export type StoredWithdrawal = Selectable<Database['withdrawals.withdrawal']>;

interface ShowDeps {
  readonly db: Db;
  readonly chains: readonly ListedChain[];
  readonly catalogue: Catalogue;
  readonly now: () => number;
}

/** @throws Refusal WITHDRAWAL_UNKNOWN for one that is not there, and for another user's */
export async function ownWithdrawal(db: Db, userId: number, withdrawalNo: number): Promise<StoredWithdrawal> {
  const row = await db
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('WITHDRAWAL_UNKNOWN');
  return row;
}

/** Shows withdrawals to their owner, with the clock of each, in the given order. */
export async function showRows(
  { db, chains, catalogue, now }: ShowDeps,
  rows: readonly StoredWithdrawal[],
): Promise<WithdrawalRow[]> {
  if (rows.length === 0) return [];
  const numbers = rows.map(({ withdrawal_no }) => withdrawal_no);
  const [steps, transactions] = await Promise.all([
    db
      .selectFrom('withdrawals.step')
      .selectAll()
      .where('withdrawal_no', 'in', numbers)
      .orderBy('step_no')
      .execute(),
    db
      .selectFrom('withdrawals.transaction')
      .select(['withdrawal_no', 'hash', 'signed_at'])
      .where('withdrawal_no', 'in', numbers)
      .orderBy(sql`max_fee::numeric`)
      .execute(),
  ]);
  const own = <Row extends { readonly withdrawal_no: bigint }>(
    all: readonly Row[],
    { withdrawal_no }: StoredWithdrawal,
  ) => all.filter((each) => each.withdrawal_no === withdrawal_no);
  return rows.map((row) =>
    showRow(
      { chains, catalogue, now },
      row,
      stepsTo(row.state, own(steps, row)),
      own(transactions, row).at(-1)?.hash ?? null,
    ),
  );
}

/** Leaves out the steps that a withdrawal made after its row was read: the clock ends with the state that is shown. */
export function stepsTo<Step extends { readonly state: WithdrawalState }>(
  shown: WithdrawalState,
  steps: readonly Step[],
): readonly Step[] {
  const last = steps.findLastIndex(({ state }) => state === shown);
  return last === -1 ? steps : steps.slice(0, last + 1);
}

/** Shows one withdrawal to its owner, with the steps of its clock and the hash of its newest transaction. */
export function showRow(
  { chains, catalogue, now }: Omit<ShowDeps, 'db'>,
  row: StoredWithdrawal,
  steps: readonly Pick<Selectable<Database['withdrawals.step']>, 'state' | 'reason' | 'at'>[],
  transaction: string | null,
): WithdrawalRow {
  const chain = chains.find(({ key }) => key === row.chain);
  const asset = chain?.assets.find(({ code }) => code === row.coin);
  const { scale } = catalogue.assetById(row.asset_id);
  const depth = asset === undefined ? null : depthOf(asset, toChain(row.amount, scale, asset.decimals));
  // It is followed on until its block is final: a chain that takes the block back takes this back too.
  const isPaid = row.state === 'broadcast' && row.paid_at !== null;
  const state = isPaid ? 'done' : row.state;
  const deadline = isPaid ? null : row.deadline;
  const paid = isPaid ? [{ state, reason: null, at: row.paid_at! }] : [];
  const text = (units: bigint) => amountText(catalogue, row.asset_id, units as Amount);
  return {
    id: idOf(row.withdrawal_no),
    method: row.chain === BANK_NETWORK ? 'bank' : 'chain',
    coin: row.coin,
    network: row.chain,
    networkName: chain?.name ?? row.chain,
    address: row.address,
    amount: text(row.amount + row.fee),
    fee: text(row.fee),
    arrives: text(row.amount),
    time: row.requested_at.getTime(),
    status: withdrawalStatusOf(state),
    state,
    reason: row.reason,
    deadline: deadline?.getTime() ?? null,
    isLate: deadline !== null && deadline.getTime() < now(),
    canCancel: isCancellable(row),
    confirmBy: row.confirm_by,
    confirmations: row.confirmations,
    confirmationsNeeded: depth?.needed ?? 0,
    transaction,
    reference: row.reference,
    steps: [...steps, ...paid].map(({ state, reason, at }) => ({ state, reason, time: at.getTime() })),
  };
}

const CANCELLABLE: ReadonlySet<WithdrawalState> = new Set(CANCELLABLE_STATES);

/** True until a nonce is bound to it: from then on a signed version may exist. */
function isCancellable({ state, nonce }: StoredWithdrawal): boolean {
  return nonce === null && CANCELLABLE.has(state);
}
