import { ChainError, type FeeEstimate, type TransactionStatus } from '@candor/chains';
import { amount } from '@candor/money';
import { idOf } from '../../base/database/index.ts';
import { replacedAfter } from '../chains/index.ts';
import { orHalt } from '../halts/index.ts';
import { assertCost, assertMoves, leaving, readOf } from './asserts.ts';
import { costNoOf } from './in-flight.ts';
import { noteRemainder } from './remainder.ts';
import type { FollowingSweeps, Movement, SweeperRoom } from './sweeper-room.ts';
import { fineUnits } from './units.ts';

type Included = Extract<TransactionStatus, { readonly state: 'included' }>;

/** Progress of a house transaction. `mined`: it has its confirmations, and the chain could still take it back. */
export type Followed = 'waits' | 'mined' | 'ended';

/**
 * Follows one transaction of the house to its end: what left the chain or a node forgot is sent again, and what is final by
 * the chain's own rules books its cost to the house, also where the token refused it. `raise` signs it for a higher fee where
 * it is too cheap to be sent; it returns false where it does not.
 */
export async function followMovement(
  room: FollowingSweeps,
  movement: Movement,
  raise: (movement: Movement) => Promise<boolean>,
): Promise<Followed> {
  const { chain, alarm, db, finality, now } = room;
  const needed = chain.assets.find(({ code }) => code === movement.coin)?.confirmations ?? 1;
  const { block_number: number, block_hash: hash } = movement;
  const standing =
    number === null || hash === null ? 0 : await finality.confirmations({ number, hash: hash! });
  if (standing > 0 && !(await finality.isFinal({ number: number!, hash: hash! }, standing)))
    return standing >= needed ? 'mined' : 'waits';
  const statuses = await statusesOf(room, movement);
  const included = statuses.find((status): status is Included => status.state === 'included');
  if (included !== undefined) {
    const { block, confirmations } = included;
    await note(room, movement, { block_number: block.number, block_hash: block.hash, left_at: null });
    if (confirmations < needed) return 'waits';
    if (!(await finality.isFinal(block, confirmations))) return 'mined';
    await end(room, movement, included);
    return 'ended';
  }
  await noteLeft(room, movement);
  if (statuses.some(({ state }) => state === 'replaced')) {
    alarm(`Nonce ${movement.nonce} of ${senderOf(room, movement)} is final under a hash that is not ours`);
    await db
      .updateTable('treasury.movement')
      .set({ state: 'lost', ended_at: new Date(now()), left_at: null })
      .where('movement_no', '=', movement.movement_no)
      .where('state', '=', leaving(movement.state, 'lost'))
      .execute();
    return 'ended';
  }
  if (statuses.every(({ state }) => state === 'unknown')) await sendAgain(room, movement, raise);
  return 'waits';
}

/** Sends transactions again that ended in blocks which the chain lost, although it called them final. Their cost stands. */
export async function followEndedMovements(room: FollowingSweeps): Promise<void> {
  const { alarm, chain, db, finality, now } = room;
  const ended = await db
    .selectFrom('treasury.movement')
    .selectAll()
    .where('chain', '=', chain.key)
    .where('ended_at', 'is not', null)
    .where('halted', 'is', null)
    .where('block_number', '>', await finality.floor())
    .orderBy('nonce')
    .execute();
  for (const movement of ended) {
    const block = { number: movement.block_number!, hash: movement.block_hash ?? '' };
    if ((await finality.confirmations(block)) > 0) {
      if (movement.left_at !== null) await note(room, movement, { left_at: null });
      continue;
    }
    const statuses = await statusesOf(room, movement);
    const included = statuses.find((status): status is Included => status.state === 'included');
    if (included !== undefined) {
      const { number, hash } = included.block;
      await note(room, movement, { block_number: number, block_hash: hash, left_at: null });
      continue;
    }
    if (movement.left_at === null) {
      alarm(
        `The ${movement.kind} of ${movement.address} was final, and ${chain.key} lost it: it is sent again`,
      );
      await note(room, movement, { left_at: new Date(now()) });
    }
    if (statuses.every(({ state }) => state === 'unknown'))
      await orHalt(db, 'movement', movement.movement_no, now(), () =>
        sendAgain(room, movement, async () => false),
      );
  }
}

/** The address that a transaction of the house leaves. */
export const senderOf = ({ gasAddress }: FollowingSweeps, { kind, address }: Movement): string =>
  kind === 'gas' ? gasAddress : address;

/** The states of all signed versions, oldest first. */
async function statusesOf(room: FollowingSweeps, movement: Movement): Promise<TransactionStatus[]> {
  const { adapter, chain } = room;
  const from = senderOf(room, movement);
  const statuses: TransactionStatus[] = [];
  for (const hash of [...movement.earlier, movement.hash!])
    statuses.push(await adapter.status({ hash, from, nonce: movement.nonce }, replacedAfter(chain)));
  return statuses;
}

async function note(
  { db }: FollowingSweeps,
  { movement_no }: Movement,
  set: Partial<Pick<Movement, 'block_number' | 'block_hash' | 'left_at'>>,
): Promise<void> {
  await db.updateTable('treasury.movement').set(set).where('movement_no', '=', movement_no).execute();
}

/** Notes that no block holds a transaction any more that one held. */
async function noteLeft(room: FollowingSweeps, movement: Movement): Promise<void> {
  const { alarm, chain, now } = room;
  const { block_hash, block_number, kind, address } = movement;
  if (block_hash === null) return;
  alarm(`The ${kind} of ${address} left ${chain.key} with block ${block_number}: it is sent again`);
  await note(room, movement, { block_number: null, block_hash: null, left_at: new Date(now()) });
}

/** Asserts that signed bytes make the transaction of their movement. @throws InvariantError */
export function assertBytes(
  { adapter, chain, hotAddress }: SweeperRoom,
  movement: Movement,
  { hash, raw }: { readonly hash: string; readonly raw: string },
): void {
  const isGas = movement.kind === 'gas';
  const asset = chain.assets.find(({ code }) => code === movement.coin);
  const signed = readOf(movement, () => adapter.readSigned(raw as `0x${string}`));
  assertMoves(movement, signed, {
    hash,
    chainId: adapter.chainId,
    to: isGas ? movement.address : hotAddress,
    contract: isGas ? null : (asset?.contract ?? null),
  });
}

async function sendAgain(
  room: FollowingSweeps,
  movement: Movement,
  raise: (movement: Movement) => Promise<boolean>,
): Promise<void> {
  const { adapter, alarm } = room;
  assertBytes(room, movement, { hash: movement.hash ?? '', raw: movement.raw ?? '' });
  try {
    await adapter.broadcast(movement.raw as `0x${string}`);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error.code === 'UNDERPRICED' && (await raise(movement))) return;
    if (error.code !== 'NONCE_USED') alarm(`A node did not take ${movement.hash}: ${error.message}`);
  }
}

/** Nodes replace a transaction for a tenth more of both fees; an eighth is what all of them take. */
export function raisedFee(
  { max_fee, tip }: Pick<Movement, 'max_fee' | 'tip'>,
  fee: FeeEstimate,
): FeeEstimate {
  const raised = (before: string, wanted: bigint) => {
    const least = (BigInt(before) * 9n + 7n) / 8n;
    return least > wanted ? least : wanted;
  };
  return {
    maxFeePerGas: raised(max_fee, fee.maxFeePerGas),
    maxPriorityFeePerGas: raised(tip, fee.maxPriorityFeePerGas),
  };
}

async function end(
  { chain, db, now, promises, ledgerAsset }: FollowingSweeps,
  movement: Movement,
  { succeeded, feePaid, block }: Included,
): Promise<void> {
  const native = chain.assets.find(({ contract }) => contract === null)!;
  const ledger = ledgerAsset(native.code);
  if (ledger === undefined) throw new Error(`${native.code} is not in the ledger any more`);
  const { ofChain, ofLedger, ledgerUp } = fineUnits(native.decimals, ledger.scale);
  const fine = ofChain(feePaid);
  const cost = ledgerUp(fine);
  assertCost(movement, feePaid, { cost, fine, ofCost: ofLedger(cost) });
  const to = succeeded ? 'done' : 'failed';
  const movementNo = idOf(movement.movement_no);
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('treasury.movement')
      .set({
        state: to,
        block_number: block.number,
        cost,
        fee_paid: `${feePaid}`,
        ended_at: new Date(now()),
      })
      .where('movement_no', '=', BigInt(movementNo))
      .where('state', '=', leaving(movement.state, to))
      .where('ended_at', 'is', null)
      .returning('movement_no')
      .executeTakeFirst();
    if (ended === undefined || cost === 0n) return;
    await noteRemainder(trx, { chain: chain.key, coin: native.code, units: ofLedger(cost) - fine });
    await promises.promise(trx, {
      key: `movement-cost:${movementNo}`,
      userId: 0,
      body: {
        type: 'bookNetworkCost',
        costNo: costNoOf(movementNo),
        assetId: ledger.assetId,
        amount: amount(cost),
      },
    });
  });
}
