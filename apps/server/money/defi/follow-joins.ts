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

/**
 * Looks at all joins that are not over, once. One that enough blocks confirm is promised to the ledger; one whose block left the
 * chain waits again, and one that is mined again and fails is refused. One that cannot be looked at holds up no other.
 */
export async function followJoins({
  db,
  promises,
  node,
  chain,
  isHeld,
  waitingMove,
  log,
  now,
}: FollowJoinsDeps): Promise<void> {
  const needed = confirmationsOf(chain);

  const set = (trx: Db | Trx, hash: string, from: 'seen' | 'promised', to: object) =>
    trx
      .updateTable('defi.join')
      .set({ ...to, changed_at: new Date(now()) })
      .where('hash', '=', hash)
      .where('state', '=', from)
      .returning(['hash', 'user_id', 'address'])
      .executeTakeFirst();

  /** Changes a join, and tells its owner in the same transaction. */
  const setAndTell = (
    hash: string,
    from: 'seen' | 'promised',
    to: object,
    told: { readonly state: 'lost' | 'refused'; readonly reason: ErrorKey | null },
  ) =>
    db.transaction().execute(async (trx) => {
      const join = await set(trx, hash, from, to);
      if (join === undefined) return;
      const facts = { address: join.address, ...told };
      const key = `mining-join:${hash}:${told.state}`;
      await noteNotice(trx, { userId: idOf(join.user_id), key, kind: 'mining-join', timeMs: null, facts });
    });
  const refuse = (hash: string, from: 'seen' | 'promised', reason: ErrorKey) =>
    setAndTell(hash, from, { state: 'refused', reason }, { state: 'refused', reason });

  /** The block of a join left the chain: it waits again. */
  const lose = (hash: string) =>
    setAndTell(hash, 'seen', { confirmations: 0 }, { state: 'lost', reason: null });

  async function look({ hash, user_id, address, confirmations, moves, sent_at }: OpenJoin): Promise<void> {
    const seen = await lookAtJoin(node, hash, address);
    if (seen.state === 'refused') {
      if (seen.reason !== 'JOIN_NOT_FOUND') await refuse(hash, 'seen', seen.reason);
      else if (sent_at.getTime() < now() - GONE_MS) await refuse(hash, 'seen', 'JOIN_TAKEN_BACK');
      else if (confirmations > 0) await lose(hash);
      return;
    }
    if (seen.confirmations === 0 && confirmations > 0) return lose(hash);
    if (seen.confirmations < needed) {
      if (seen.confirmations !== confirmations)
        await set(db, hash, 'seen', { confirmations: seen.confirmations });
      return;
    }
    const waiting = moves ? await waitingMove(idOf(user_id)) : null;
    const isKnown = waiting?.address === address.toLowerCase();
    // the ledger keeps the week, and would refuse the join for ever
    if (moves && isKnown && !waiting.isOpen) return;
    const isCalledOff = await db.transaction().execute(async (trx) => {
      if (moves) {
        if (!isKnown || !(await isAwaited(trx, user_id, address))) return true;
        if (await isHeld(idOf(user_id), trx)) {
          await set(trx, hash, 'seen', { confirmations: needed });
          return false;
        }
      }
      if ((await set(trx, hash, 'seen', { state: 'promised', confirmations: needed })) === undefined)
        return false;
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
    if (isCalledOff) await refuse(hash, 'seen', 'MINING_JOINED');
  }

  /** True while the user waits for this very wallet, and its time is over. A cancelling act waits for the transaction. */
  async function isAwaited(trx: Trx, userId: bigint, address: string): Promise<boolean> {
    const change = await trx
      .selectFrom('defi.wallet_change')
      .select(['address', 'opens_at'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    return change?.address === address && change.opens_at.getTime() <= now();
  }

  /** The ledger took a join. One that takes the place of another wallet is the linked one from now on. */
  const joined = ({ hash, user_id, address, moves }: OpenJoin) =>
    db.transaction().execute(async (trx) => {
      // the waiting wallet before its join, as whoever looks at a join or calls it off
      if (moves) await holdChange(trx, idOf(user_id));
      await set(trx, hash, 'promised', { state: 'joined' });
      if (!moves) return;
      // the chain says whose it is: another account that linked it meanwhile has not joined with it
      await trx
        .deleteFrom('defi.wallet')
        .where('address', '=', address)
        .where('user_id', '<>', user_id)
        .execute();
      await trx
        .updateTable('defi.wallet')
        .set({ address, kind: 'plain', linked_at: new Date(now()) })
        .where('user_id', '=', user_id)
        .execute();
      await trx
        .deleteFrom('defi.wallet_change')
        .where('user_id', '=', user_id)
        .where('address', '=', address)
        .execute();
    });

  const open = (state: 'seen' | 'promised') =>
    db
      .selectFrom('defi.join')
      .select(['hash', 'user_id', 'address', 'confirmations', 'moves', 'sent_at'])
      .where('state', '=', state)
      .orderBy('changed_at')
      .limit(MOST)
      .execute();

  const promised = await open('promised');
  const outcomes = await promises.outcomes(promised.map(({ hash }) => keyOf(hash)));
  for (const join of promised) {
    const { hash } = join;
    const outcome = outcomes.get(keyOf(hash)) ?? null;
    if (outcome === null) continue;
    const { rejection } = outcome;
    await apart(join, 'promised', () =>
      rejection === null ? joined(join) : refuse(hash, 'promised', errorKeyOfRejection(rejection)),
    );
  }
  for (const join of await open('seen')) await apart(join, 'seen', () => look(join));

  /** Works on one join: if that fails, it is logged and comes last in the next rounds. */
  async function apart(
    { hash }: OpenJoin,
    state: 'seen' | 'promised',
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (passesByItself(error)) throw error;
      log.error({ err: error, hash }, 'a join was not followed');
      await set(db, hash, state, {});
    }
  }
}
