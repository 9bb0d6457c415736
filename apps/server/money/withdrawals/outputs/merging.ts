import { ChainError } from '@candor/chains';
import { amount, assert, InvariantError } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import { SignerError } from '../../../../signer/index.ts';
import type { Database } from '../../../base/database/index.ts';
import { replacedAfter } from '../../chains/index.ts';
import { isStoppedByAssert, stopWallet } from '../payer-room.ts';
import { toLedgerUp } from '../units.ts';
import { type SpendableCoin, spendsOf } from './coins.ts';
import type { OutputRoom } from './room.ts';
import { buildSpend, storeSpend } from './spending.ts';

type Merge = Selectable<Database['withdrawals.spend']>;

/** The promise that books what a merge cost. */
export const mergeCostKey = (hash: string) => `merge-cost:${hash}`;

/**
 * Puts coins of the house together at the hot wallet, where a payment from all of them would be too large for nodes. The
 * payment waits until they are final there. One merge at a time.
 */
export async function mergeCoins(
  room: OutputRoom,
  coins: readonly SpendableCoin[],
  rate: bigint,
): Promise<void> {
  const { adapter, db, now } = room;
  if ((await openMerges(room)).length > 0) return;
  const spend = await buildSpend(room, adapter.mergeCoins(coins, rate), null, rate);
  await db.transaction().execute((trx) => storeSpend(trx, null, spend, new Date(now())));
  await followMerges(room);
}

/** Signs, sends and ends merges. What a merge paid to the network is a cost of the house. */
export async function followMerges(room: OutputRoom): Promise<void> {
  const { alarm, chain } = room;
  if (await isStoppedByAssert(room)) return;
  for (const merge of await openMerges(room)) {
    try {
      await followMerge(room, merge);
    } catch (error) {
      if (error instanceof InvariantError || (error instanceof SignerError && error.code === 'INVARIANT')) {
        await stopWallet(room, 'invariant', error.message);
        return;
      }
      if (!(error instanceof SignerError) && !(error instanceof ChainError)) throw error;
      alarm(`Coins of ${chain.key} are not put together: ${error.message}`);
    }
  }
}

/** Asserts that signed bytes put coins together at the hot wallet, and pay nobody else. @throws InvariantError */
function assertMerge({ adapter, hotAddress }: OutputRoom, { hash, change }: Merge, raw: string): void {
  const signed = adapter.readSigned(raw);
  assert(signed.hash === hash, 'WALLET_MERGE_HASH', { hash, signed: signed.hash });
  const [only, ...more] = signed.outputs;
  assert(only?.to === hotAddress && more.length === 0, 'WALLET_MERGE_TO', { hash, to: only?.to ?? null });
  assert(only.amount === BigInt(change), 'WALLET_MERGE_AMOUNT', { hash, amount: only.amount });
}

async function followMerge(room: OutputRoom, merge: Merge): Promise<void> {
  const { adapter, chain, signer, alarm } = room;
  const { hash, psbt, keys, fee } = merge;
  if (merge.raw === null) {
    const { raw } = await signer.signMerge({ chainId: adapter.chainId, psbt, keys: JSON.parse(keys) });
    assertMerge(room, merge, raw);
    await spendsOf(room)
      .updateTable('withdrawals.spend')
      .set({ raw })
      .where('chain', '=', chain.key)
      .where('hash', '=', hash)
      .execute();
    await adapter.broadcast(raw);
    return;
  }
  const status = await adapter.status({ hash, raw: merge.raw, fee: BigInt(fee) }, replacedAfter(chain));
  await noteMerge(room, merge, status.state === 'included' ? status.block.hash : null);
  if (status.state === 'unknown') {
    assertMerge(room, merge, merge.raw);
    await adapter.broadcast(merge.raw);
  }
  if (status.state === 'included' && (await room.finality.isFinal(status.block, status.confirmations)))
    await end(room, merge, status.feePaid);
  if (status.state !== 'replaced') return;
  alarm(`The merge ${hash} can never be mined: an input is spent by a transaction that is not ours`);
  await end(room, merge, 0n);
}

/** Notes the block that holds a merge, or that it left the one which did. */
async function noteMerge(room: OutputRoom, merge: Merge, blockHash: string | null): Promise<void> {
  const { alarm, chain, now } = room;
  const { hash, block_hash: before } = merge;
  if (blockHash === before) return;
  if (blockHash === null) alarm(`The merge ${hash} left ${chain.key}: it is sent again`);
  await spendsOf(room)
    .updateTable('withdrawals.spend')
    .set({ block_hash: blockHash, left_at: blockHash === null ? new Date(now()) : null })
    .where('chain', '=', chain.key)
    .where('hash', '=', hash)
    .execute();
}

async function end(
  { catalogues, chain, db, promises, now }: OutputRoom,
  { hash }: Merge,
  feePaid: bigint,
): Promise<void> {
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const coin = catalogues.current().asset(native.code);
  const cost = toLedgerUp(feePaid, native.decimals, coin.scale);
  await db.transaction().execute(async (trx) => {
    const ended = await spendsOf({ db: trx })
      .updateTable('withdrawals.spend')
      .set({ ended_at: new Date(now()), left_at: null })
      .where('chain', '=', chain.key)
      .where('hash', '=', hash)
      .where('ended_at', 'is', null)
      .returning('hash')
      .executeTakeFirst();
    if (ended === undefined || cost === 0n) return;
    // Costs of the house's own transactions have even numbers, of one sequence with its sweeps.
    const { rows } = await sql<{ no: bigint }>`
      select nextval(pg_get_serial_sequence('treasury.movement', 'movement_no')) as no`.execute(trx);
    await promises.promise(trx, {
      key: mergeCostKey(hash),
      userId: 0,
      body: {
        type: 'bookNetworkCost',
        costNo: 2 * Number(rows[0]!.no),
        assetId: coin.assetId,
        amount: amount(cost),
      },
    });
  });
}

/** Merges under way. */
export function openMerges(room: OutputRoom): Promise<Merge[]> {
  return spendsOf(room)
    .selectFrom('withdrawals.spend')
    .selectAll()
    .where('chain', '=', room.chain.key)
    .where('withdrawal_no', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}
