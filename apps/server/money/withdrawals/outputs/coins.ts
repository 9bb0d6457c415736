import type { Coin } from '@candor/chains';
import type { Db } from '../../../base/database/index.ts';
import type { HeldOutput, OutputRoom } from './room.ts';

/** An output that may be spent now. */
export type SpendableCoin = Coin & HeldOutput;

/**
 * Returns the outputs that a new payment may spend: those as deep as their confirmations, and change of our own that waits
 * in the pool. What any payment is bound to is left out, and the node is asked of what only the pool knows.
 */
export async function spendableCoins(room: OutputRoom): Promise<SpendableCoin[]> {
  const { adapter, chain, held } = room;
  const db = spendsOf(room);
  const outputs = await db.transaction().execute(async (trx) => {
    const all: HeldOutput[] = [];
    for (const read of held) all.push(...(await read(trx, chain.key)));
    return all;
  });
  const bound = await db
    .selectFrom('withdrawals.spend_input')
    .select(['hash', 'index'])
    .where('chain', '=', chain.key)
    .execute();
  const taken = new Set(bound.map(keyOf));
  const confirmed = outputs.filter((output) => !taken.has(keyOf(output)));
  const known = new Set(outputs.map(keyOf));
  const changes = await db
    .selectFrom('withdrawals.spend')
    .select(['hash', 'change', 'change_index as index'])
    .where('chain', '=', chain.key)
    .where('raw', 'is not', null)
    // A merge is as large as nodes take: what spends it waits for its block.
    .where('withdrawal_no', 'is not', null)
    .where('change', '>', '0')
    .execute();
  const waiting: SpendableCoin[] = [];
  for (const { hash, index, change } of changes) {
    const output = { hash, index };
    if (known.has(keyOf(output)) || taken.has(keyOf(output)) || !(await adapter.isUnspent(output))) continue;
    waiting.push({ ...output, amount: BigInt(change), addressIndex: null, isUnconfirmed: true });
  }
  return [...confirmed.map((output) => ({ ...output, isUnconfirmed: false })), ...waiting];
}

/** The inputs of all versions of a payment. */
export async function boundCoins(room: OutputRoom, withdrawalNo: number): Promise<SpendableCoin[]> {
  const rows = await spendsOf(room)
    .selectFrom('withdrawals.spend_input')
    .selectAll()
    .where('chain', '=', room.chain.key)
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .execute();
  return rows.map(({ hash, index, amount, address_index }) => ({
    hash,
    index,
    amount: BigInt(amount),
    addressIndex: address_index,
    isUnconfirmed: false,
  }));
}

/** True if a payment of ours spends the change of this one: a replacement would take its input away. */
export async function hasChild(
  room: OutputRoom,
  { hash, index }: { readonly hash: string; readonly index: number },
): Promise<boolean> {
  const row = await spendsOf(room)
    .selectFrom('withdrawals.spend_input')
    .select('hash')
    .where('chain', '=', room.chain.key)
    .where('hash', '=', hash)
    .where('index', '=', index)
    .executeTakeFirst();
  return row !== undefined;
}

/** The database as this folder sees it. */
export const spendsOf = ({ db }: Pick<OutputRoom, 'db'>): Db => db;

const keyOf = ({ hash, index }: { readonly hash: string; readonly index: number }): string =>
  `${hash}:${index}`;
