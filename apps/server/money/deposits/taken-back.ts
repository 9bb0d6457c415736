import { amount, InvariantError } from '@candor/money';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import type { Promised } from '../../engine/outbox/index.ts';
import type { ListedChain } from '../chains/index.ts';
import {
  assertReduced,
  assertRestored,
  assertReturned,
  DEPOSIT_TRANSITIONS,
  haltDeposit,
  leaving,
} from './asserts.ts';
import type { CreditDeps } from './credit.ts';
import { lockDust, setDust } from './dust.ts';
import type { DepositState } from './schema.ts';
import { toChain, toLedger } from './units.ts';
import { placeOf, type UsersTransfer } from './users-transfers.ts';

interface Credited {
  readonly deposit_no: bigint;
  readonly user_id: bigint;
  readonly coin: string;
  readonly amount: string;
  readonly decimals: number;
  readonly state: DepositState;
  readonly credited: bigint | null;
  readonly turn: number;
}

/** Result of taking deposits back. */
export interface TakenBackNow {
  /** Number of credited deposits that left the chain. */
  readonly credited: number;
  /** The promises that the ledger waits for. */
  readonly promised: readonly string[];
}

export const holdKey = (depositNo: number, turn: number) => `deposit-hold:${depositNo}:${turn}`;
export const restorationKey = (depositNo: number, turn: number) => `deposit-restoration:${depositNo}:${turn}`;

/** The state of a deposit after its block left the chain: nothing of dust was ever in the ledger. */
const AFTER: Readonly<Record<string, DepositState>> = {
  credited: 'taken-back',
  returned: 'taken-back',
  reduced: 'taken-back',
  dust: 'reversed',
};

/**
 * Takes back the deposits in blocks above `ancestor`, which left the chain. Those not confirmed are gone. A credited one
 * stays credited, and its amount is held: it waits until its chain has the transaction again, or for two operators. A node
 * that lies debits nobody.
 */
export async function takeBack(
  trx: Trx,
  chain: ListedChain,
  ancestor: number,
  deps: CreditDeps,
): Promise<TakenBackNow> {
  const { rows } = await sql<Credited>`
    select deposit_no, user_id, coin, amount, decimals, state, credited, turn from deposits.deposit
    where chain = ${chain.key} and block_number > ${ancestor} and state not in ('gone', 'taken-back', 'reversed')
    order by deposit_no for update`.execute(trx);
  const promised: Promised[] = [];
  for (const deposit of rows) {
    const depositNo = idOf(deposit.deposit_no);
    const to = AFTER[deposit.state] ?? 'gone';
    if (!DEPOSIT_TRANSITIONS.isLegal(deposit.state, to)) {
      const error = new InvariantError('DEPOSIT_STATE', { deposit: depositNo, state: deposit.state });
      await haltDeposit(trx, deposit.deposit_no, error, deps.alarm);
      continue;
    }
    const wasConfirmed = deposit.state === 'credited' || deposit.state === 'dust';
    const turn = deposit.state === 'credited' ? deposit.turn + 1 : deposit.turn;
    await sql`
      update deposits.deposit
      set state = ${to}, turn = ${turn}, ended_at = now(),
        returned_amount = null, remaining = null
      where deposit_no = ${deposit.deposit_no} and state = ${leaving(deposit.state, to)}`.execute(trx);
    if (!wasConfirmed) continue;
    const dust = await lockDust(trx, chain.key, deposit);
    await setDust(trx, chain.key, deposit, dust - BigInt(deposit.amount) + creditedOf(deposit, deps));
    if (deposit.state !== 'credited') continue;
    const body = { type: 'holdDeposit', depositNo, turn } as const;
    promised.push({ key: holdKey(depositNo, turn), userId: 0, body });
  }
  await deps.promises.promiseAll(trx, promised);
  return { credited: promised.length, promised: promised.map(({ key }) => key) };
}

/** Returns the amount that is credited for a deposit, in base units of its chain. */
function creditedOf({ coin, credited, decimals }: Credited, deps: CreditDeps): bigint {
  return toChain(BigInt(credited ?? 0), decimals, scaleOf(coin, deps));
}

function scaleOf(coin: string, deps: CreditDeps): number {
  const scale = deps.ledgerAsset(coin)?.scale;
  if (scale === undefined) throw new Error(`${coin} is not in the ledger any more`);
  return scale;
}

interface Waiting {
  readonly deposit_no: bigint;
  readonly transaction_hash: string;
  readonly ordinal: number;
  readonly user_id: bigint;
  readonly coin: string;
  readonly amount: string;
}

/**
 * Finds the transfers that were taken back among those of a block: each is the same transaction's, to the same user in the
 * same coin, wherever it stands in the receipt and whatever it pays now. It is confirmed once more before its hold ends.
 * Returns the places within the block that are thereby known.
 */
export async function returnTakenBack(
  trx: Trx,
  chain: ListedChain,
  block: { readonly number: number; readonly hash: string },
  transfers: readonly UsersTransfer[],
): Promise<ReadonlySet<string>> {
  const hashes = transfers.map(({ transaction_hash }) => transaction_hash);
  const { rows: waiting } = await sql<Waiting>`
    select deposit_no, transaction_hash, ordinal, user_id, coin, amount from deposits.deposit
    where chain = ${chain.key} and state = 'taken-back' and transaction_hash = any(${hashes})
    order by deposit_no for update`.execute(trx);
  const known = new Set<string>();
  for (const [deposit, transfer] of pairs(waiting, transfers)) {
    known.add(placeOf(transfer));
    await sql`
      update deposits.deposit
      set state = 'returned', block_number = ${block.number}, block_hash = ${block.hash},
        ordinal = ${transfer.ordinal}, returned_amount = ${transfer.amount}::numeric,
        address = ${transfer.address}, sender = ${transfer.sender}, is_large = is_large or ${transfer.is_large},
        confirmations_needed = greatest(confirmations_needed, ${transfer.confirmations_needed}::integer)
      where deposit_no = ${deposit.deposit_no} and state = ${leaving('taken-back', 'returned')}`.execute(trx);
  }
  return known;
}

/** Pairs what was taken back with what is there: as it was, else by its amount, else by the order in the receipt. */
function pairs(
  waiting: readonly Waiting[],
  transfers: readonly UsersTransfer[],
): readonly (readonly [Waiting, UsersTransfer])[] {
  const found: (readonly [Waiting, UsersTransfer])[] = [];
  let open = waiting;
  let free = transfers.filter(({ coin }) => coin !== null).toSorted((a, b) => a.ordinal - b.ordinal);
  const isOf = (deposit: Waiting, transfer: UsersTransfer) =>
    deposit.transaction_hash === transfer.transaction_hash &&
    deposit.user_id === transfer.user_id &&
    deposit.coin === transfer.coin;
  const isEqual = (deposit: Waiting, transfer: UsersTransfer) => deposit.amount === transfer.amount;
  for (const isLike of [
    (deposit: Waiting, transfer: UsersTransfer) =>
      isEqual(deposit, transfer) && deposit.ordinal === transfer.ordinal,
    isEqual,
    () => true,
  ])
    for (const deposit of open) {
      const transfer = free.find((each) => isOf(deposit, each) && isLike(deposit, each));
      if (transfer === undefined) continue;
      found.push([deposit, transfer]);
      open = open.filter((each) => each !== deposit);
      free = free.filter((each) => each !== transfer);
    }
  return found;
}

type Returned = Credited & {
  readonly ordinal: number;
  readonly returned_amount: string;
  readonly block_hash: string;
  readonly standing: string | null;
};

/**
 * Lets deposits stand that returned and that the block at `tip` confirms: what they have grown by is credited with them. A
 * smaller one waits for two operators. One whose assert fails is halted alone. Returns the promised keys.
 */
export async function restoreConfirmed(
  trx: Trx,
  chain: ListedChain,
  { tip, final }: { readonly tip: number; readonly final: number },
  deps: CreditDeps,
): Promise<string[]> {
  const { rows } = await sql<Returned>`
    select deposit_no, user_id, coin, amount, decimals, state, credited, turn, ordinal, returned_amount, block_hash,
      (select hash from deposits.block b where b.chain = deposit.chain and b.number = block_number) as standing
    from deposits.deposit
    where chain = ${chain.key} and state = 'returned' and halted is null
      and block_number <= ${tip} + 1 - confirmations_needed and (not is_large or block_number <= ${final}::bigint)
    order by deposit_no for update`.execute(trx);
  const promised: Promised[] = [];
  for (const deposit of rows)
    try {
      const restored = await restore(trx, chain, deposit, deps);
      if (restored !== null) promised.push(restored);
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      await haltDeposit(trx, deposit.deposit_no, error, deps.alarm);
    }
  await deps.promises.promiseAll(trx, promised);
  return promised.map(({ key }) => key);
}

/** Restores one deposit; null for one that is smaller now. @throws InvariantError before anything of it is written */
async function restore(
  trx: Trx,
  chain: ListedChain,
  deposit: Returned,
  deps: CreditDeps,
): Promise<Promised | null> {
  assertReturned(deposit);
  const { decimals, turn, ordinal } = deposit;
  const scale = scaleOf(deposit.coin, deps);
  const depositNo = idOf(deposit.deposit_no);
  const credited = BigInt(deposit.credited ?? 0);
  const standing = BigInt(deposit.returned_amount);
  const grown = standing - BigInt(deposit.amount);
  const remaining = toLedger(positive(toChain(credited, decimals, scale) + grown), decimals, scale);
  if (grown < 0n && remaining < credited) {
    assertReduced(deposit, credited, remaining);
    await sql`
      update deposits.deposit set state = 'reduced', remaining = ${remaining}, ended_at = now()
      where deposit_no = ${depositNo} and state = ${leaving('returned', 'reduced')}`.execute(trx);
    return null;
  }
  const before = await lockDust(trx, chain.key, deposit);
  const dust = before + standing - toChain(credited, decimals, scale);
  const added = grown > 0n ? toLedger(positive(dust), decimals, scale) : 0n;
  assertRestored(deposit, credited, added);
  await setDust(trx, chain.key, deposit, dust - toChain(added, decimals, scale));
  await sql`
    update deposits.deposit
    set state = 'credited', amount = returned_amount, returned_amount = null, credited = ${credited + added},
      ended_at = now()
    where deposit_no = ${depositNo} and state = ${leaving('returned', 'credited')}`.execute(trx);
  return {
    key: restorationKey(depositNo, turn),
    userId: 0,
    body: { type: 'restoreDeposit', depositNo, turn, ordinal, amount: amount(credited + added) },
  };
}

const positive = (units: bigint): bigint => (units < 0n ? 0n : units);
