import type { SupportFigures } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';

const DAY_MS = 86_400_000;
/** Times within which answers are counted, in hours. */
const WITHIN_HOURS = [1, 4, 24] as const;

/**
 * Counts the last days of support. A wait runs from the first message without an answer to the next answer, and belongs
 * to the days in which the answer lies.
 */
export async function supportFigures(db: Db, days: number, nowMs: number): Promise<SupportFigures> {
  const since = new Date(nowMs - days * DAY_MS);
  const within = sql.join(
    WITHIN_HOURS.map((hours) => sql`count(*) filter (where ms <= ${hours * 3_600_000})::integer`),
  );
  const { rows } = await sql<
    Omit<SupportFigures, 'days' | 'within' | 'medianMs'> & { median: number | null; within: number[] }
  >`
    with said as (
      select m.chat_id, m.author, m.sent_at,
        count(*) filter (where m.author = 'operator') over (
          partition by m.chat_id order by m.number rows between unbounded preceding and 1 preceding) as turn
      from chat.message m join chat.conversation c using (chat_id)
      where c.kind = 'support' and c.last_at >= ${since}),
    waits as (
      select min(sent_at) filter (where author in ('user', 'guest')) as asked,
        min(sent_at) filter (where author = 'operator') as answered
      from said group by chat_id, turn),
    answers as (
      select extract(epoch from answered - asked) * 1000 as ms from waits
      where asked is not null and answered >= ${since})
    select
      (select count(*)::integer from chat.conversation where kind = 'support' and created_at >= ${since}) as begun,
      (select count(*)::integer from chat.conversation
        where kind = 'support' and status <> 'resolved' and waiting_since is not null) as waiting,
      (select count(*)::integer from chat.rating where rated_at >= ${since}) as rated,
      (select count(*)::integer from chat.rating where rated_at >= ${since} and is_satisfied) as satisfied,
      (select count(*)::integer from answers) as answered,
      (select percentile_cont(0.5) within group (order by ms) from answers)::double precision as median,
      (select array[${within}] from answers) as within`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the figures of support have no row');
  const { begun, answered, waiting, rated, satisfied, median } = row;
  return {
    days,
    begun,
    answered,
    medianMs: median === null ? null : Math.round(median),
    within: WITHIN_HOURS.map((hours, at) => ({ hours, count: row.within[at] ?? 0 })),
    waiting,
    rated,
    satisfied,
  };
}
