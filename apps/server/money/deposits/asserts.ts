import { formatDecimalTrimmed, type InvariantError } from '@candor/money';
import { assertsOf, defineTransitions } from '../../base/asserts/index.ts';
import { idOf, type Trx } from '../../base/database/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import { haltRow } from '../halts/index.ts';
import type { DepositState, RechargeState } from './schema.ts';

/** The life of a deposit: each statement that moves one goes through this table. */
export const DEPOSIT_TRANSITIONS = defineTransitions<DepositState>('DEPOSIT', {
  seen: ['credited', 'dust', 'unlisted', 'gone'],
  credited: ['taken-back'],
  dust: ['reversed'],
  unlisted: ['gone'],
  gone: [],
  'taken-back': ['returned', 'reversed'],
  returned: ['credited', 'reduced', 'taken-back'],
  reduced: ['credited', 'dust', 'taken-back'],
  reversed: [],
});

/** The life of a recharge by bank. */
export const RECHARGE_TRANSITIONS = defineTransitions<RechargeState>('RECHARGE', {
  review: ['approved', 'rejected'],
  approved: [],
  rejected: [],
});

/** Asserts a transition of a deposit, and returns the state that it leaves, for the WHERE of its statement. */
export function leaving(from: DepositState, to: DepositState): DepositState {
  DEPOSIT_TRANSITIONS.check(from, to);
  return from;
}

/** The largest amount of a command; its asset's whole supply is below. */
export const LARGEST_CREDIT = 2n ** 62n;
/** More decimals than any coin has. */
const MOST_DECIMALS = 36;

const about = ({ deposit_no }: { readonly deposit_no: bigint }) =>
  assertsOf('DEPOSIT', { deposit: idOf(deposit_no) });

/** A stored deposit that its block confirms. */
interface Confirmed {
  readonly deposit_no: bigint;
  readonly amount: string;
  readonly decimals: number;
  readonly block_hash: string;
  /** Hash of the block that was read with the number of its own; null where that is not kept any more. */
  readonly standing: string | null;
}

/** Asserts a deposit that is about to be credited. @throws InvariantError */
export function assertSeen(
  row: Confirmed & {
    readonly credited: bigint | null;
    readonly turn: number;
    readonly returned_amount: string | null;
    readonly remaining: bigint | null;
  },
): void {
  assertStands(row);
  const { holds } = about(row);
  holds(row.credited === null, 'CREDITED_BEFORE', { credited: row.credited });
  holds(row.turn === 0, 'TAKEN_BACK_BEFORE', { turn: row.turn });
  holds(row.returned_amount === null && row.remaining === null, 'RETURNED_BEFORE');
}

/** Asserts a deposit that is about to stand again. @throws InvariantError */
export function assertReturned(
  row: Confirmed & {
    readonly credited: bigint | null;
    readonly turn: number;
    readonly returned_amount: string | null;
  },
): void {
  assertStands(row);
  const { holds, ledgerAmount } = about(row);
  ledgerAmount(row.credited ?? 0n, 'CREDITED');
  holds(row.turn > 0, 'NEVER_TAKEN_BACK', { turn: row.turn });
  holds(BigInt(row.returned_amount ?? 0) > 0n, 'RETURNED', { returned: row.returned_amount });
}

function assertStands(row: Confirmed): void {
  const { holds } = about(row);
  const { amount, decimals, block_hash, standing } = row;
  holds(BigInt(amount) > 0n, 'AMOUNT', { amount });
  holds(Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS, 'DECIMALS', { decimals });
  holds(standing === null || standing === block_hash, 'BLOCK', { block: block_hash, standing });
}

/** Shares of what a deposit adds up to with earlier dust, in base units of the chain. */
interface Shares {
  readonly total: bigint;
  readonly credited: bigint;
  readonly dust: bigint;
}

/** Asserts that what is credited and what stays as dust are the whole. @throws InvariantError */
export function assertShares(row: { readonly deposit_no: bigint }, { total, credited, dust }: Shares): void {
  const { holds } = about(row);
  holds(credited >= 0n, 'CREDIT', { credited });
  holds(credited === 0n || credited <= total, 'CREDIT_ABOVE', { credited, total });
  holds(credited + dust === total, 'SHARES', { credited, dust, total });
}

/** Asserts a restoration: more is credited than before, or as much. Amounts are of the ledger. @throws InvariantError */
export function assertRestored(row: { readonly deposit_no: bigint }, credited: bigint, added: bigint): void {
  const { holds, ledgerAmount } = about(row);
  holds(added >= 0n, 'ADDED', { added });
  ledgerAmount(credited + added, 'RESTORED');
}

/** Asserts what is left of a reduced deposit. Amounts are of the ledger. @throws InvariantError */
export function assertReduced(
  row: { readonly deposit_no: bigint },
  credited: bigint,
  remaining: bigint,
): void {
  about(row).holds(remaining >= 0n && remaining < credited, 'REMAINING', { remaining, credited });
}

/**
 * Notes for its owner that a deposit awaits a review before its credit, under the key that the credit takes later. Of one that
 * its chain took back the owner has heard that it is on hold.
 */
async function noteHalted(trx: Trx, depositNo: bigint): Promise<void> {
  const row = await trx
    .selectFrom('deposits.deposit')
    .select(['user_id', 'chain', 'coin', 'amount', 'decimals', 'transaction_hash'])
    .where('deposit_no', '=', depositNo)
    .where('state', '=', 'seen')
    .executeTakeFirst();
  // of units in doubt nobody is told an amount
  if (row === undefined || row.decimals === null) return;
  await noteNotice(trx, {
    userId: Number(row.user_id),
    key: `deposit:${depositNo}`,
    kind: 'deposit-held',
    timeMs: null,
    facts: {
      method: 'chain',
      coin: row.coin,
      network: row.chain,
      amount: formatDecimalTrimmed(BigInt(row.amount), row.decimals),
      transactionHash: row.transaction_hash,
    },
  });
}

/** Halts a deposit whose assert failed, in the transaction of its block: the others of the block go on. */
export async function haltDeposit(
  trx: Trx,
  depositNo: bigint,
  error: InvariantError,
  alarm: ((line: string) => void) | undefined,
): Promise<void> {
  if (!(await haltRow(trx, 'deposit', depositNo, error, null))) return;
  await noteHalted(trx, depositNo);
  alarm?.(`Deposit ${depositNo} is halted: ${error.message}`);
}
