import type { WalletChangeRow } from '@candor/api';
import { MINING_WALLET_WAIT_MS } from '@candor/api';
import type { WaitingMiningMove } from '@candor/kernel';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { Linked } from './linked.ts';

export interface WalletChangesDeps {
  readonly db: Db;
  readonly linked: Pick<Linked, 'signed' | 'isLinked'>;
  /** The address that a user joined with; '' for none. */
  readonly joinedWith: (userId: number) => Promise<string>;
  /** The user who joined with an address, be it earlier; 0 for none. */
  readonly joinedBy: (address: string) => Promise<number>;
  /** The address that waits in the ledger to join in place of a user's; null for none. */
  readonly waitingMove: (userId: number) => Promise<WaitingMiningMove | null>;
  readonly outbox: Pick<Outbox, 'promise' | 'deliver'>;
  readonly now: () => number;
}

export type WalletChanges = ReturnType<typeof createWalletChanges>;

interface Signed {
  readonly message: string;
  readonly signature: string;
  readonly address: string;
}

/** Facts of a request: each has one promise of its begin, and one of its end. */
interface Asked {
  readonly userId: number;
  readonly address: string;
  readonly time: number;
}

const keyOf = ({ userId, time }: Asked, what: 'asked' | 'cancelled') =>
  `mining-wallet:${userId}:${time}:${what}`;

/** Users of one round. */
const MOST = 500;

/**
 * Another wallet in place of the one that joined, for whoever lost that one's key: its owner signs with the new one, confirms
 * with factors, waits a week in which the account's owner is told and can cancel, and joins from it once. The ledger keeps
 * the week: its row here is the request, and the ledger refuses the join before. Until then, rewards leave for the earlier
 * wallet alone.
 */
export function createWalletChanges(deps: WalletChangesDeps) {
  const { db, outbox, now } = deps;
  const of = (userId: number) => changeOf(deps, userId);
  const read = (userId: number, signed: Signed) => readSigned(deps, userId, signed);

  return {
    of,
    read,
    /** Begins the waiting time of another wallet; one that waited before is replaced. @throws Refusal */
    async ask(userId: number, asked: Signed, enter: EnterAnswer): Promise<WalletChangeRow> {
      const signed = await read(userId, asked);
      const time = now();
      const request = { userId, address: signed.address, time };
      const row = { address: signed.address, time, opensTime: time + MINING_WALLET_WAIT_MS };
      const fresh = {
        address: signed.address,
        chain_id: signed.chainId,
        asked_at: new Date(time),
        opens_at: new Date(row.opensTime),
        is_told: false,
      };
      await db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        await signed.use(trx);
        await callOff(trx, userId, now);
        await trx
          .insertInto('defi.wallet_change')
          .values({ user_id: BigInt(userId), ...fresh })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
          .execute();
        await tell(trx, userId, row, 'asked');
        await promise(outbox, trx, request, 'asked');
        await enter(trx, row);
      });
      await outbox.deliver(keyOf(request, 'asked'));
      return row;
    },
    /** Cancels it, also once the wallet could join, and any join of it. @throws Refusal NOT_FOUND where none waits, JOIN_PENDING */
    async cancel(userId: number, enter: EnterAnswer): Promise<null> {
      const waiting = await of(userId);
      if (waiting === null) throw new Refusal('NOT_FOUND');
      const request = { userId, address: waiting.address, time: waiting.time };
      await db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        await callOff(trx, userId, now);
        await trx.deleteFrom('defi.wallet_change').where('user_id', '=', BigInt(userId)).execute();
        await tell(trx, userId, waiting, 'cancelled');
        await promise(outbox, trx, request, 'cancelled');
        await enter(trx, null);
      });
      await outbox.deliver(keyOf(request, 'cancelled'));
      return null;
    },
  };
}

async function changeOf(
  { db, waitingMove }: Pick<WalletChangesDeps, 'db' | 'waitingMove'>,
  userId: number,
): Promise<WalletChangeRow | null> {
  const row = await db
    .selectFrom('defi.wallet_change')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  const waiting = await waitingMove(userId);
  const isOfRow = waiting?.address === row.address.toLowerCase();
  const opensTime = Math.max(row.opens_at.getTime(), isOfRow ? waiting.opensMs : 0);
  return { address: row.address, time: row.asked_at.getTime(), opensTime };
}

/** Reads what a wallet signed, and refuses one that cannot take the place of the joined one. @throws Refusal */
async function readSigned(
  { linked, joinedWith, joinedBy }: Pick<WalletChangesDeps, 'linked' | 'joinedWith' | 'joinedBy'>,
  userId: number,
  { message, signature, address }: Signed,
) {
  if ((await joinedWith(userId)) === '') throw new Refusal('MINING_NOT_JOINED');
  const signed = await linked.signed(userId, message, signature);
  if (signed.address.toLowerCase() !== address.toLowerCase())
    throw new Refusal('WALLET_MESSAGE_UNKNOWN', { field: 'address' });
  if (signed.kind === 'contract') throw new Refusal('JOIN_CONTRACT_WALLET');
  if ((await joinedBy(signed.address.toLowerCase())) !== 0) throw new Refusal('MINING_ADDRESS_TAKEN');
  if (await linked.isLinked(signed.address)) throw new Refusal('MINING_ADDRESS_TAKEN');
  return signed;
}

const tell = (
  trx: Trx,
  userId: number,
  { address, opensTime }: WalletChangeRow,
  state: 'asked' | 'cancelled',
) =>
  noteNotice(trx, {
    userId,
    key: `mining-wallet:${address}:${opensTime}:${state}`,
    kind: 'mining-wallet',
    timeMs: null,
    facts: { address, state, opensTime },
  });

/**
 * Ends joins of the wallet that waited, within an act that takes its place or cancels it.
 * @throws Refusal JOIN_PENDING where the ledger has one already under way
 */
async function callOff(trx: Trx, userId: number, now: () => number): Promise<void> {
  // whoever follows joins holds this row while a join is promised
  await holdChange(trx, userId);
  const promised = await trx
    .selectFrom('defi.join')
    .select('hash')
    .where('user_id', '=', BigInt(userId))
    .where('moves', '=', true)
    .where('state', '=', 'promised')
    .executeTakeFirst();
  if (promised !== undefined) throw new Refusal('JOIN_PENDING');
  await trx
    .updateTable('defi.join')
    .set({ state: 'refused', reason: 'MINING_JOINED', changed_at: new Date(now()) })
    .where('user_id', '=', BigInt(userId))
    .where('moves', '=', true)
    .where('state', '=', 'seen')
    .execute();
}

/** Promises the ledger that a wallet waits, or waits no more. Delivered once the transaction stands. */
async function promise(
  outbox: Pick<Outbox, 'promise'>,
  trx: Trx,
  asked: Asked,
  what: 'asked' | 'cancelled',
): Promise<void> {
  await outbox.promise(trx, {
    key: keyOf(asked, what),
    userId: 0,
    body: {
      type: what === 'asked' ? 'askMiningMove' : 'cancelMiningMove',
      accountUserId: asked.userId,
      address: asked.address.toLowerCase(),
    },
  });
}

/** Holds a user's waiting wallet as it stands until the transaction ends. Returns its address; null where none waits. */
export async function holdChange(trx: Trx, userId: number): Promise<string | null> {
  const held = await trx
    .selectFrom('defi.wallet_change')
    .select('address')
    .where('user_id', '=', BigInt(userId))
    .forUpdate()
    .executeTakeFirst();
  return held?.address ?? null;
}

/** Tells owners whose waiting time is over, once each. */
export async function tellOpenChanges({
  db,
  waitingMove,
  now,
}: Pick<WalletChangesDeps, 'db' | 'waitingMove' | 'now'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('defi.wallet_change')
      .selectAll()
      .where('is_told', '=', false)
      .where('opens_at', '<=', new Date(now()))
      .limit(MOST)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { user_id, address, opens_at } of open) {
      // the ledger's week began a moment later
      const waiting = await waitingMove(Number(user_id));
      if (waiting?.address !== address.toLowerCase() || !waiting.isOpen) continue;
      const opensTime = opens_at.getTime();
      await noteNotice(trx, {
        userId: Number(user_id),
        key: `mining-wallet:${address}:${opensTime}:open`,
        kind: 'mining-wallet',
        timeMs: null,
        facts: { address, state: 'open', opensTime },
      });
      await trx
        .updateTable('defi.wallet_change')
        .set({ is_told: true })
        .where('user_id', '=', user_id)
        .execute();
    }
  });
}
