import { parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { type ListedChain, nativeOf } from '../chains/index.ts';
import { leaving } from './asserts.ts';
import { type CreditDeps, creditConfirmed, largeFrom } from './credit.ts';

/**
 * Begins the identity of coins that no transfer of a block names: the hash of the final block at which they were found
 * follows, and the ordinal is the index of the address. Nothing else on a chain is written so.
 */
export const FOUND_AT = 'block:';

/** The coin of the chain that users' addresses hold by the transfers that were read, up to a block. */
async function nativeArrived(
  trx: Trx,
  chain: ListedChain,
  block: number,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ address: string; units: string }>`
    select address, sum(coalesce(returned_amount, amount)) as units from deposits.deposit
    where chain = ${chain.key} and coin = ${nativeOf(chain).code} and block_number <= ${block}
      and state not in ('gone', 'taken-back', 'reversed')
    group by address`.execute(trx);
  return new Map(rows.map(({ address, units }) => [address, BigInt(units)]));
}

interface FinalBlock {
  readonly number: number;
  readonly hash: string;
}

/** Coins of one address that no transfer explains, in base units of the chain. */
interface FoundCoins {
  readonly address: string;
  readonly units: bigint;
}

/** The smallest amount that is entered: below it, coins wait at their address until they add up to it. */
function leastFound(chain: ListedChain): bigint {
  const { minimum, decimals } = nativeOf(chain);
  return parseDecimal(minimum, decimals) ?? 0n;
}

/**
 * Enters coins that were found at a final block as deposits of the owners of their addresses, and credits what is confirmed.
 * Coins found earlier at the same address and taken back since are explained first: they stand again. `find` reads within
 * the lock under which blocks are read, so that nothing is found twice. Returns the promised keys; none where the chain
 * that was read does not hold the block.
 */
async function enterFound(
  trx: Trx,
  chain: ListedChain,
  block: FinalBlock,
  find: (trx: Trx) => Promise<readonly FoundCoins[]>,
  deps: CreditDeps,
): Promise<readonly string[]> {
  const own = trx;
  await sql`select pg_advisory_xact_lock(hashtext(${`deposits ${chain.key}`}))`.execute(own);
  const { rows } = await sql<{ tip: number; holds: boolean }>`
    select max(number) as tip, bool_or(number = ${block.number} and hash = ${block.hash}) as holds
    from deposits.block where chain = ${chain.key}`.execute(own);
  const [read] = rows;
  if (read?.holds !== true) return [];
  const found = await find(trx);
  for (const each of found) {
    const left = await returnFound(own, chain, block, each);
    if (left >= leastFound(chain)) await enter(own, chain, block, { ...each, units: left });
  }
  return creditConfirmed(own, chain, { tip: read.tip, final: block.number }, deps);
}

/** Lets coins stand again that were found at an address and taken back, the oldest first. Returns the unexplained rest. */
async function returnFound(
  trx: Trx,
  chain: ListedChain,
  block: FinalBlock,
  { address, units }: FoundCoins,
): Promise<bigint> {
  const { rows } = await sql<{ deposit_no: bigint; amount: string }>`
    select deposit_no, amount from deposits.deposit
    where chain = ${chain.key} and address = ${address} and state = 'taken-back'
      and starts_with(transaction_hash, ${FOUND_AT})
    order by deposit_no for update`.execute(trx);
  let left = units;
  for (const { deposit_no, amount } of rows) {
    if (left <= 0n) return 0n;
    const standing = left < BigInt(amount) ? left : BigInt(amount);
    await sql`
      update deposits.deposit
      set state = 'returned', block_number = ${block.number}, block_hash = ${block.hash},
        returned_amount = ${`${standing}`}::numeric
      where deposit_no = ${deposit_no} and state = ${leaving('taken-back', 'returned')}`.execute(trx);
    left -= standing;
  }
  return left;
}

async function enter(
  trx: Trx,
  chain: ListedChain,
  block: FinalBlock,
  { address, units }: FoundCoins,
): Promise<void> {
  const native = nativeOf(chain);
  const isLarge = units >= largeFrom(native);
  await sql`
    insert into deposits.deposit (chain, transaction_hash, ordinal, user_id, address, sender, contract, coin, amount,
      decimals, confirmations_needed, is_large, block_number, block_hash, state)
    select ${chain.key}, ${`${FOUND_AT}${block.hash}`}, derivation_index, user_id, address, '', null, ${native.code},
      ${`${units}`}::numeric, ${native.decimals}::integer,
      ${isLarge ? native.large.confirmations : native.confirmations}::integer,
      ${isLarge}::boolean, ${block.number}::integer, ${block.hash}, 'seen'
    from deposits.address where chain = ${chain.key} and address = ${address} and user_id is not null`.execute(
    trx,
  );
}

/** Coins that no transfer explains, as the comparison of custody enters them. */
export const foundCoins = { least: leastFound, arrived: nativeArrived, enter: enterFound };
