import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { type ListedChain, nativeOf } from '../chains/index.ts';

/**
 * Coins of a chain's own that reach a user's address and that no transfer of a block names: a contract sent them, or the
 * chain itself. They belong to the address's owner by rule, so they are found by what the address holds:
 *
 *   unexplained = balance + sweeps and their gas − gas that the house gave − deposits
 *
 * It never falls but by a reorganisation, so one comparison at a final block finds all of it, once.
 */

/** A movement that is not final, as a block holds it. */
export interface IncludedMove {
  readonly kind: 'sweep' | 'gas';
  readonly address: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly succeeded: boolean;
  readonly feePaid: bigint;
}

/** Change of a user's address by a movement, in the chain's own coin: above 0 where it left. */
export function leftBy(
  { kind, coin, amount, succeeded, feePaid }: Omit<IncludedMove, 'address'>,
  native: string,
): bigint {
  if (kind === 'gas') return succeeded ? -amount : 0n;
  return feePaid + (succeeded && coin === native ? amount : 0n);
}

/** Sums of what final movements took from users' addresses in blocks up to one, and the addresses of those that are open. */
export async function movedAt(
  trx: Trx,
  chain: ListedChain,
  block: number,
): Promise<{ readonly left: ReadonlyMap<string, bigint>; readonly busy: ReadonlySet<string> }> {
  const native = nativeOf(chain).code;
  const { rows } = await sql<{
    kind: 'sweep' | 'gas';
    address: string;
    coin: string;
    amount: string;
    state: string;
    fee_paid: string | null;
    is_open: boolean;
  }>`
    select kind, address, coin, amount, state, fee_paid, ended_at is null as is_open from treasury.movement
    where chain = ${chain.key} and (ended_at is null
      or (block_number <= ${block} and state in ('done', 'failed')))`.execute(trx);
  const left = new Map<string, bigint>();
  const busy = new Set<string>();
  for (const { kind, address, coin, amount, state, fee_paid, is_open } of rows) {
    if (is_open) busy.add(address);
    else {
      const move = { kind, coin, amount: BigInt(amount), succeeded: state === 'done' };
      add(left, address, leftBy({ ...move, feePaid: BigInt(fee_paid ?? 0) }, native));
    }
  }
  return { left, busy };
}

export function add(sums: Map<string, bigint>, address: string, units: bigint): void {
  sums.set(address, (sums.get(address) ?? 0n) + units);
}

/** Returns what no transfer explains at each address that holds such coins, in base units of the chain. */
export function unexplainedAt(
  balances: ReadonlyMap<string, bigint>,
  left: ReadonlyMap<string, bigint>,
  arrived: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const [address, balance] of balances) {
    const units = balance + (left.get(address) ?? 0n) - (arrived.get(address) ?? 0n);
    if (units > 0n) found.set(address, units);
  }
  return found;
}
