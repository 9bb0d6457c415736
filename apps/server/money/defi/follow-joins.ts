import type { ErrorKey } from '@candor/api';
import type { AccountChain } from '@candor/chains';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { AccountListed } from '../chains/index.ts';
import { confirmationsOf } from './chain-line.ts';
import { lookAtJoin } from './look.ts';

export interface FollowJoinsDeps {
  readonly db: Db;
  readonly promises: Pick<Promises, 'promiseOnce' | 'outcomes'>;
  readonly node: Pick<AccountChain, 'chainId' | 'callOf' | 'codeAt'>;
  readonly chain: AccountListed;
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
 * chain waits again, and one that is mined again and fails is refused.
 */
export async function followJoins({ db, promises, node, chain, now }: FollowJoinsDeps): Promise<void> {
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
    await db.transaction().execute(async (trx) => {
      if ((await set(trx, hash, 'seen', { state: 'promised', confirmations: needed })) === undefined) return;
      await promises.promiseOnce(trx, {
        key: keyOf(hash),
        userId: 0,
        body: {
          type: moves ? 'moveMining' : 'joinMining',
          accountUserId: Number(user_id),
          address: address.toLowerCase(),
        },
      });
    });
  }

  /** The ledger took a join. One that takes the place of another wallet is the linked one from now on. */
  const joined = ({ hash, user_id, address, moves }: OpenJoin) =>
    db.transaction().execute(async (trx) => {
      await set(trx, hash, 'promised', { state: 'joined' });
      if (!moves) return;
      await trx
        .updateTable('defi.wallet')
        .set({ address, kind: 'plain', linked_at: new Date(now()) })
        .where('user_id', '=', user_id)
        .execute();
      await trx.deleteFrom('defi.wallet_change').where('user_id', '=', user_id).execute();
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
    if (outcome.rejection === null) await joined(join);
    else await refuse(hash, 'promised', errorKeyOfRejection(outcome.rejection));
  }
  for (const join of await open('seen')) await look(join);
}
