import type { ErrorKey } from '@candor/api';
import type { AccountChain } from '@candor/chains';
import type { WaitingMiningMove } from '@candor/kernel';
import type { Logger } from 'pino';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { passesByItself } from '../../base/work/passing.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { AccountListed } from '../chains/index.ts';
import { confirmationsOf } from './chain-line.ts';
import { lookAtJoin } from './look.ts';
import { holdChange } from './wallet-change.ts';

export interface FollowJoinsDeps {
  readonly db: Db;
  readonly promises: Pick<Promises, 'promiseOnce' | 'outcomes'>;
  readonly node: Pick<AccountChain, 'chainId' | 'callOf' | 'codeAt'>;
  readonly chain: AccountListed;
  /** True while withdrawals of a user wait: another wallet in place of the joined one waits as long. */
  readonly isHeld: (userId: number, within: Trx) => Promise<boolean>;
  /** The address that waits in the ledger to join in place of a user's; null for none. */
  readonly waitingMove: (userId: number) => Promise<WaitingMiningMove | null>;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => number;
}

/** A call that no node knows for so long left the chain for good. */
const GONE_MS = 24 * 3_600_000;
/** Joins that one round looks at: the next ones come with the next round. */
const MOST = 100;

const keyOf = (hash: string) => `mining-join:${hash}`;

interface OpenJoin {
  readonly hash: string;
  readonly user_id: bigint;
  readonly address: string;
  readonly confirmations: number;
  readonly moves: boolean;
  readonly sent_at: Date;
}

type OpenState = 'seen' | 'promised';

/**
 * Looks at all joins that are not over, once. One that enough blocks confirm is promised to the ledger; one whose block left the
 * chain waits again, and one that is mined again and fails is refused. One that cannot be looked at holds up no other.
 */
export async function followJoins(deps: FollowJoinsDeps): Promise<void> {
  const { db, promises, chain } = deps;
  const needed = confirmationsOf(chain);
  const promised = await openJoins(db, 'promised');
  const outcomes = await promises.outcomes(promised.map(({ hash }) => keyOf(hash)));
  for (const join of promised) {
    const { hash } = join;
    const outcome = outcomes.get(keyOf(hash)) ?? null;
    if (outcome === null) continue;
    const { rejection } = outcome;
    await apart(deps, join, 'promised', () =>
      rejection === null
        ? joined(deps, join)
        : refuse(deps, hash, 'promised', errorKeyOfRejection(rejection)),
    );
  }
  for (const join of await openJoins(db, 'seen'))
    await apart(deps, join, 'seen', () => look(deps, join, needed));
}

const openJoins = (db: Db, state: OpenState): Promise<OpenJoin[]> =>
  db
    .selectFrom('defi.join')
    .select(['hash', 'user_id', 'address', 'confirmations', 'moves', 'sent_at'])
    .where('state', '=', state)
    .orderBy('changed_at')
    .limit(MOST)
    .execute();

/** Works on one join: if that fails, it is logged and comes last in the next rounds. */
async function apart(
  deps: FollowJoinsDeps,
  { hash }: OpenJoin,
  state: OpenState,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (passesByItself(error)) throw error;
    deps.log.error({ err: error, hash }, 'a join was not followed');
    await set(deps, deps.db, hash, { from: state });
  }
}

async function look(deps: FollowJoinsDeps, join: OpenJoin, needed: number): Promise<void> {
  const { db, node, now } = deps;
  const { hash, address, confirmations, sent_at } = join;
  const seen = await lookAtJoin(node, hash, address);
  if (seen.state === 'refused') {
    if (seen.reason !== 'JOIN_NOT_FOUND') await refuse(deps, hash, 'seen', seen.reason);
    else if (sent_at.getTime() < now() - GONE_MS) await refuse(deps, hash, 'seen', 'JOIN_TAKEN_BACK');
    else if (confirmations > 0) await lose(deps, hash);
    return;
  }
  if (seen.confirmations === 0 && confirmations > 0) return lose(deps, hash);
  if (seen.confirmations < needed) {
    if (seen.confirmations !== confirmations)
      await set(deps, db, hash, { from: 'seen', to: { confirmations: seen.confirmations } });
    return;
  }
  await promiseJoin(deps, join, needed);
}

/** Promises a confirmed join to the ledger. One that takes another wallet's place waits for its time, or is called off. */
async function promiseJoin(deps: FollowJoinsDeps, join: OpenJoin, needed: number): Promise<void> {
  const { db, promises, isHeld, waitingMove, now } = deps;
  const { hash, user_id, address, moves } = join;
  const waiting = moves ? await waitingMove(idOf(user_id)) : null;
  const isKnown = waiting?.address === address.toLowerCase();
  // the ledger keeps the week, and would refuse the join for ever
  if (moves && isKnown && !waiting.isOpen) return;
  const isCalledOff = await db.transaction().execute(async (trx) => {
    if (moves) {
      if (!isKnown || !(await isAwaited(trx, join, now))) return true;
      if (await isHeld(idOf(user_id), trx)) {
        await set(deps, trx, hash, { from: 'seen', to: { confirmations: needed } });
        return false;
      }
    }
    const to = { state: 'promised', confirmations: needed };
    if ((await set(deps, trx, hash, { from: 'seen', to })) === undefined) return false;
    await promises.promiseOnce(trx, {
      key: keyOf(hash),
      userId: 0,
      body: {
        type: moves ? 'moveMining' : 'joinMining',
        accountUserId: Number(user_id),
        address: address.toLowerCase(),
      },
    });
    return false;
  });
  if (isCalledOff) await refuse(deps, hash, 'seen', 'MINING_JOINED');
}

/** True while the user waits for this very wallet, and its time is over. A cancelling act waits for the transaction. */
async function isAwaited(trx: Trx, { user_id, address }: OpenJoin, now: () => number): Promise<boolean> {
  const change = await trx
    .selectFrom('defi.wallet_change')
    .select(['address', 'opens_at'])
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  return change?.address === address && change.opens_at.getTime() <= now();
}

/** The ledger took a join. One that takes the place of another wallet is the linked one from now on. */
const joined = (deps: FollowJoinsDeps, { hash, user_id, address, moves }: OpenJoin) =>
  deps.db.transaction().execute(async (trx) => {
    // the waiting wallet before its join, as whoever looks at a join or calls it off
    if (moves) await holdChange(trx, idOf(user_id));
    await set(deps, trx, hash, { from: 'promised', to: { state: 'joined' } });
    if (!moves) return;
    // the chain says whose it is: another account that linked it meanwhile has not joined with it
    await trx
      .deleteFrom('defi.wallet')
      .where('address', '=', address)
      .where('user_id', '<>', user_id)
      .execute();
    await trx
      .updateTable('defi.wallet')
      .set({ address, kind: 'plain', linked_at: new Date(deps.now()) })
      .where('user_id', '=', user_id)
      .execute();
    await trx
      .deleteFrom('defi.wallet_change')
      .where('user_id', '=', user_id)
      .where('address', '=', address)
      .execute();
  });

const refuse = (deps: FollowJoinsDeps, hash: string, from: OpenState, reason: ErrorKey) =>
  setAndTell(deps, hash, { from, to: { state: 'refused', reason } }, { state: 'refused', reason });

/** The block of a join left the chain: it waits again. */
const lose = (deps: FollowJoinsDeps, hash: string) =>
  setAndTell(deps, hash, { from: 'seen', to: { confirmations: 0 } }, { state: 'lost', reason: null });

/** The state that a join must be in, and the columns that change; none where only its place in the next round does. */
interface Change {
  readonly from: OpenState;
  readonly to?: object;
}

const set = ({ now }: FollowJoinsDeps, within: Db | Trx, hash: string, { from, to }: Change) =>
  within
    .updateTable('defi.join')
    .set({ ...to, changed_at: new Date(now()) })
    .where('hash', '=', hash)
    .where('state', '=', from)
    .returning(['hash', 'user_id', 'address'])
    .executeTakeFirst();

/** Changes a join, and tells its owner in the same transaction. */
const setAndTell = (
  deps: FollowJoinsDeps,
  hash: string,
  change: Change,
  told: { readonly state: 'lost' | 'refused'; readonly reason: ErrorKey | null },
) =>
  deps.db.transaction().execute(async (trx) => {
    const join = await set(deps, trx, hash, change);
    if (join === undefined) return;
    const facts = { address: join.address, ...told };
    const key = `mining-join:${hash}:${told.state}`;
    await noteNotice(trx, { userId: idOf(join.user_id), key, kind: 'mining-join', timeMs: null, facts });
  });
