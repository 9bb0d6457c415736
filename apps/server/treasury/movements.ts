import { ChainError } from '@candor/chains';
import { amount } from '@candor/money';
import type { Transaction } from 'kysely';
import { costNoOf } from './in-flight.ts';
import { noteRemainder } from './remainder.ts';
import type { Movement, SweeperRoom } from './sweeper-room.ts';
import { fineUnits } from './units.ts';

/**
 * Follows one transaction of the house to its end: what a node forgot is sent again, and what is final books its cost to
 * the house, also where the token refused it.
 */
export async function followMovement(room: SweeperRoom, movement: Movement): Promise<void> {
  const { adapter, chain, db, gasAddress, now, alarm } = room;
  const needed = chain.assets.find(({ code }) => code === movement.coin)?.confirmations ?? 1;
  const from = movement.kind === 'gas' ? gasAddress : movement.address;
  const status = await adapter.status({ hash: movement.hash!, from, nonce: movement.nonce }, needed);
  switch (status.state) {
    case 'pending':
      return;
    case 'unknown':
      return sendAgain(room, movement);
    case 'replaced':
      alarm(`Nonce ${movement.nonce} of ${from} is final under a hash that is not ours`);
      await db
        .updateTable('treasury.movement')
        .set({ state: 'lost', ended_at: new Date(now()) })
        .where('movement_no', '=', movement.movement_no)
        .execute();
      return;
    case 'included':
      if (status.confirmations >= needed) await end(room, movement, status);
  }
}

async function sendAgain({ adapter, alarm }: SweeperRoom, movement: Movement): Promise<void> {
  try {
    await adapter.broadcast(movement.raw as `0x${string}`);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error.code !== 'NONCE_USED') alarm(`A node did not take ${movement.hash}: ${error.message}`);
  }
}

async function end(
  { chain, db, now, promises, ledgerAsset }: SweeperRoom,
  movement: Movement,
  {
    succeeded,
    feePaid,
    block,
  }: { readonly succeeded: boolean; readonly feePaid: bigint; readonly block: { readonly number: number } },
): Promise<void> {
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const ledger = ledgerAsset(native.code);
  if (ledger === undefined) throw new Error(`${native.code} is not in the ledger any more`);
  const { ofChain, ofLedger, ledgerUp } = fineUnits(native.decimals, ledger.scale);
  const fine = ofChain(feePaid);
  const cost = ledgerUp(fine);
  const movementNo = Number(movement.movement_no);
  await db.transaction().execute(async (trx) => {
    const untyped = trx as unknown as Transaction<unknown>;
    const ended = await trx
      .updateTable('treasury.movement')
      .set({
        ...{ state: succeeded ? 'done' : 'failed', block_number: block.number, cost },
        ...{ fee_paid: `${feePaid}`, ended_at: new Date(now()) },
      })
      .where('movement_no', '=', movementNo)
      .where('ended_at', 'is', null)
      .returning('movement_no')
      .executeTakeFirst();
    if (ended === undefined || cost === 0n) return;
    await noteRemainder(untyped, { chain: chain.key, coin: native.code, units: ofLedger(cost) - fine });
    await promises.promise(untyped, {
      ...{ key: `movement-cost:${movementNo}`, userId: 0 },
      body: {
        ...{ type: 'bookNetworkCost', costNo: costNoOf(movementNo) },
        ...{ assetId: ledger.assetId, amount: amount(cost) },
      },
    });
  });
}
