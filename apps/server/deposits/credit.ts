import { amount, parseDecimal } from '@candor/money';
import { sql, type Transaction } from 'kysely';
import type { ListedChain } from '../chains/index.ts';
import type { Promises } from '../outbox/index.ts';
import type { DepositsSchema } from './schema.ts';

/** An asset of the ledger. */
export interface LedgerAsset {
  readonly assetId: number;
  readonly scale: number;
}

/** How confirmed deposits reach the ledger. */
export interface CreditDeps {
  readonly promises: Pick<Promises, 'promise'>;
  /** The ledger's asset of a code; undefined if it has none. */
  readonly ledgerAsset: (code: string) => LedgerAsset | undefined;
}

type Trx = Transaction<DepositsSchema>;

interface Confirmed {
  readonly deposit_no: string | number;
  readonly user_id: string | number;
  readonly coin: string;
  readonly amount: string;
  readonly decimals: number;
}

/** The largest amount of a command; its asset's whole supply is below. */
const LARGEST_CREDIT = 2n ** 62n;

export const creditKey = (depositNo: number) => `deposit:${depositNo}`;
export const reversalKey = (depositNo: number) => `deposit-reversal:${depositNo}`;

/**
 * Credits the deposits that the block at `tip` confirms, each by one promised command, in the caller's transaction.
 * An amount below the ledger's scale or the minimum stays as the user's dust and counts with the next
 * deposit: the deposits that stand are always exactly what is credited plus the dust. Returns the promised keys.
 */
export async function creditConfirmed(
  trx: Trx,
  chain: ListedChain,
  tip: number,
  deps: CreditDeps,
): Promise<string[]> {
  const { rows } = await sql<Confirmed>`
    select deposit_no, user_id, coin, amount, decimals from deposits.deposit
    where chain = ${chain.key} and state = 'seen' and block_number <= ${tip} + 1 - confirmations_needed
    order by deposit_no for update`.execute(trx);
  const keys: string[] = [];
  for (const deposit of rows) {
    const key = await confirm(trx, chain, deposit, deps);
    if (key !== null) keys.push(key);
  }
  return keys;
}

async function confirm(trx: Trx, chain: ListedChain, deposit: Confirmed, deps: CreditDeps) {
  const asset = chain.assets.find(({ code }) => code === deposit.coin);
  const ledger = deps.ledgerAsset(deposit.coin);
  if (asset === undefined || ledger === undefined) return end(trx, deposit, 'unlisted', null);
  const dust = await lockDust(trx, chain.key, deposit);
  const total = dust + BigInt(deposit.amount);
  const minimum = parseDecimal(asset.minimum, deposit.decimals) ?? 0n;
  const units = total < minimum ? 0n : toLedger(total, deposit.decimals, ledger.scale);
  if (units >= LARGEST_CREDIT) return end(trx, deposit, 'unlisted', null);
  const credited = units > 0n ? units : 0n;
  await setDust(trx, chain.key, deposit, total - toChain(credited, deposit.decimals, ledger.scale));
  if (credited === 0n) return end(trx, deposit, 'dust', 0n);
  await end(trx, deposit, 'credited', credited);
  const depositNo = Number(deposit.deposit_no);
  await deps.promises.promise(trx as unknown as Transaction<unknown>, {
    key: creditKey(depositNo),
    userId: 0,
    body: {
      type: 'creditDeposit',
      depositNo,
      accountUserId: Number(deposit.user_id),
      assetId: ledger.assetId,
      amount: amount(credited),
    },
  });
  return creditKey(depositNo);
}

/**
 * Takes back the deposits in blocks above `ancestor`, which left the chain: those not confirmed are gone, a credited one
 * waits for two operators or for the chain to take it again, and its share of the dust goes at once. A node that lies
 * debits nobody. Returns the numbers of those that were credited.
 */
export async function takeBack(
  trx: Trx,
  chain: ListedChain,
  ancestor: number,
  deps: CreditDeps,
): Promise<number[]> {
  const { rows } = await sql<Confirmed & { state: string; credited: string | null }>`
    select deposit_no, user_id, coin, amount, decimals, state, credited from deposits.deposit
    where chain = ${chain.key} and block_number > ${ancestor} and state not in ('gone', 'taken-back', 'reversed')
    order by deposit_no for update`.execute(trx);
  const takenBack: number[] = [];
  for (const deposit of rows) {
    const wasConfirmed = deposit.state === 'credited' || deposit.state === 'dust';
    await sql`
      update deposits.deposit set state = ${AFTER[deposit.state] ?? 'gone'}, ended_at = now()
      where deposit_no = ${deposit.deposit_no}`.execute(trx);
    if (!wasConfirmed) continue;
    const scale = deps.ledgerAsset(deposit.coin)?.scale;
    if (scale === undefined) throw new Error(`${deposit.coin} is not in the ledger any more`);
    const credited = toChain(BigInt(deposit.credited ?? 0), deposit.decimals, scale);
    const dust = await lockDust(trx, chain.key, deposit);
    await setDust(trx, chain.key, deposit, dust - BigInt(deposit.amount) + credited);
    if (deposit.state === 'credited') takenBack.push(Number(deposit.deposit_no));
  }
  return takenBack;
}

/**
 * Takes up deposits of tokens that were listed since they arrived: their numbers and places stay, and the next block
 * credits what is confirmed. Returns how many.
 */
export async function adoptListed(trx: Trx, chain: ListedChain): Promise<number> {
  let adopted = 0;
  for (const { contract, code, decimals, confirmations } of chain.assets) {
    if (contract === null) continue;
    const { rows } = await sql`
      update deposits.deposit
      set state = 'seen', coin = ${code}, decimals = ${decimals}, confirmations_needed = ${confirmations}
      where chain = ${chain.key} and state = 'unlisted' and coin is null and contract = ${contract}
      returning deposit_no`.execute(trx);
    adopted += rows.length;
  }
  return adopted;
}

/** The state of a deposit after its block left the chain: nothing of dust was ever in the ledger. */
const AFTER: Readonly<Record<string, string>> = { credited: 'taken-back', dust: 'reversed' };

/**
 * Finds deposits that were taken back and are in a block again as they were, and lets them stand: the ledger never lost
 * them. Returns the places within the block that are thereby known.
 */
export async function standAgain(
  trx: Trx,
  chain: ListedChain,
  block: { readonly number: number; readonly hash: string },
  places: readonly {
    readonly transaction_hash: string;
    readonly ordinal: number;
    readonly user_id: string;
    readonly coin: string | null;
    readonly amount: string;
  }[],
  deps: CreditDeps,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const { transaction_hash, ordinal, user_id, coin, amount: text } of places) {
    const { rows } = await sql<Confirmed & { credited: string }>`
      update deposits.deposit set state = 'credited', block_number = ${block.number}, block_hash = ${block.hash}
      where chain = ${chain.key} and transaction_hash = ${transaction_hash} and ordinal = ${ordinal}
        and state = 'taken-back' and user_id = ${user_id} and coin = ${coin} and amount = ${text}::numeric
      returning deposit_no, user_id, coin, amount, decimals, credited`.execute(trx);
    const deposit = rows[0];
    if (deposit === undefined) continue;
    known.add(`${transaction_hash} ${ordinal}`);
    const scale = deps.ledgerAsset(deposit.coin)?.scale;
    if (scale === undefined) throw new Error(`${deposit.coin} is not in the ledger any more`);
    const credited = toChain(BigInt(deposit.credited), deposit.decimals, scale);
    const dust = await lockDust(trx, chain.key, deposit);
    await setDust(trx, chain.key, deposit, dust + BigInt(deposit.amount) - credited);
  }
  return known;
}

async function end(
  trx: Trx,
  { deposit_no }: Confirmed,
  state: string,
  credited: bigint | null,
): Promise<null> {
  await sql`
    update deposits.deposit set state = ${state}, credited = ${credited}, ended_at = now()
    where deposit_no = ${deposit_no}`.execute(trx);
  return null;
}

/** Dust may be below zero after a reversal of a deposit that took earlier dust along; later deposits fill it. */
async function lockDust(trx: Trx, chain: string, { user_id, coin }: Confirmed): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    insert into deposits.dust as d (chain, user_id, coin, amount) values (${chain}, ${user_id}, ${coin}, 0)
    on conflict (chain, user_id, coin) do update set amount = d.amount returning amount`.execute(trx);
  return BigInt(rows[0]?.amount ?? 0);
}

async function setDust(trx: Trx, chain: string, { user_id, coin }: Confirmed, units: bigint): Promise<void> {
  await sql`
    update deposits.dust set amount = ${units.toString()}::numeric
    where chain = ${chain} and user_id = ${user_id} and coin = ${coin}`.execute(trx);
}

/** Base units of the ledger, rounded down: what is beyond its scale stays as dust. */
function toLedger(units: bigint, decimals: number, scale: number): bigint {
  return decimals > scale ? units / 10n ** BigInt(decimals - scale) : units * 10n ** BigInt(scale - decimals);
}

/** Base units of the chain, rounded down where the chain's unit is the larger one. */
function toChain(units: bigint, decimals: number, scale: number): bigint {
  return decimals > scale ? units * 10n ** BigInt(decimals - scale) : units / 10n ** BigInt(scale - decimals);
}
