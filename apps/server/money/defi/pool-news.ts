import type { NoticeOf } from '@candor/api';
import type { StreamView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Db, idOf, kyselyOf } from '../../base/database/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { HousePart } from '../../gateway/subject.ts';

/** Miners are told so long before the pool ends at the present rate. */
const SOON_SECONDS = 3 * 86_400;
/** Time for which a return to the house is told: later ones are known from the list of the pool. */
const TAKEN_MS = 7 * 86_400_000;
/** Movements of the pool that are looked through. */
const FUNDINGS = 20;
/** Users of one transaction. */
const MOST_USERS = 500;

type House = Pick<Parameters<HousePart>[0], 'pool' | 'core' | 'catalogues' | 'now'> & {
  readonly history: Pick<History, 'mining'>;
};

interface PoolNews {
  /** Names it once, for ever. */
  readonly key: string;
  readonly assetId: number;
  readonly facts: NoticeOf<'mining-pool'>['facts'];
}

/**
 * Tells all who hold coins locked, once each, that the pool ends soon, has ended, or gave coins back to the house. What is
 * interrupted goes on behind the last user who was told.
 */
export async function tellMiners({ pool, core, history, catalogues, now }: House): Promise<void> {
  const db = kyselyOf(pool);
  const { streams } = await core.ask('miningState');
  for (const stream of streams)
    for (const news of await newsOf(stream, { history, catalogues, now }))
      while (await tellSome(db, history, news));
}

async function newsOf(
  { assetId, endSecond, second, isEnded, seconds }: StreamView,
  { history, catalogues, now }: Pick<House, 'history' | 'catalogues' | 'now'>,
): Promise<PoolNews[]> {
  const catalogue = catalogues.current();
  const coin = catalogue.assetById(assetId).code;
  const fundings = await history.mining.fundings(assetId, FUNDINGS);
  const news = (key: string, facts: Partial<PoolNews['facts']> & Pick<PoolNews['facts'], 'state'>) => ({
    key: `mining-pool:${assetId}:${key}`,
    assetId,
    facts: { coin, endsTime: null, amount: null, reason: '', ...facts },
  });
  const found = fundings
    .filter(({ amount, timeMs }) => amount < 0n && timeMs > now() - TAKEN_MS)
    .map(({ seq, amount, reason }) =>
      news(`taken:${seq}`, {
        state: 'taken',
        amount: amountText(catalogue, assetId, -amount as Amount),
        reason,
      }),
    );
  // each funding begins another end
  const since = fundings[0]?.seq ?? 0;
  if (isEnded) found.push(news(`ended:${seconds}`, { state: 'ended' }));
  else if (endSecond !== null && endSecond - second <= SOON_SECONDS)
    found.push(news(`ends:${since}`, { state: 'ends', endsTime: endSecond * 1_000 }));
  return found;
}

/** Tells the next users. Returns true where some may be left. */
function tellSome(
  db: Db,
  history: Pick<History, 'mining'>,
  { key, assetId, facts }: PoolNews,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('defi.pool_news')
      .values({ key, told_up_to: 0, is_over: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { told_up_to, is_over } = await trx
      .selectFrom('defi.pool_news')
      .select(['told_up_to', 'is_over'])
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (is_over) return false;
    const users = await history.mining.holders(assetId, idOf(told_up_to), MOST_USERS);
    for (const userId of users)
      await noteNotice(trx, { userId, key, kind: 'mining-pool', timeMs: null, facts });
    const isMore = users.length === MOST_USERS;
    await trx
      .updateTable('defi.pool_news')
      .set({ told_up_to: users.at(-1) ?? told_up_to, is_over: !isMore })
      .where('key', '=', key)
      .execute();
    return isMore;
  });
}
