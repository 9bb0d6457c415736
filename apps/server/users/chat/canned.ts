import type { CannedAnswer, Language, supportDeskCalls } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskDeps, DeskHandlers, Operator } from '../../operators/operator/index.ts';
import { readText } from './messages.ts';

type CannedCalls = Pick<
  typeof supportDeskCalls,
  'getCannedAnswers' | 'saveCannedAnswer' | 'removeCannedAnswer'
>;

/** The answers that are kept for reuse, by code. */
async function readCanned(db: Db): Promise<CannedAnswer[]> {
  const rows = await db.selectFrom('chat.canned').selectAll().orderBy('code').execute();
  return rows.map((row) => ({
    code: row.code,
    texts: row.texts as Partial<Record<Language, string>>,
    version: row.version,
    changeTime: row.changed_at.getTime(),
    operator: row.operator,
  }));
}

/** Handlers of the answers that are kept for reuse. A save names the version that it was made from. */
export function cannedHandlers({
  operators: { db, log },
  now,
}: Pick<DeskDeps, 'operators' | 'now'>): DeskHandlers<CannedCalls> {
  const enter = (
    trx: Trx,
    { name }: Operator,
    action: 'saveCannedAnswer' | 'removeCannedAnswer',
    code: string,
  ) => log.append(trx, { timeMs: now(), operator: name, action, details: { code } });

  return {
    getCannedAnswers: () => readCanned(db),
    saveCannedAnswer: ({ session, body: { code, texts, version } }) =>
      db.transaction().execute(async (trx) => {
        refuseLate(now());
        const kept = Object.fromEntries(
          Object.entries(texts)
            .filter(([, text]) => text.trim() !== '')
            .map(([language, text]) => [language, readText(text)]),
        );
        const changed = {
          texts: JSON.stringify(kept),
          version: version + 1,
          operator: session.name,
          changed_at: new Date(now()),
        };
        const saved =
          version === 0
            ? await trx
                .insertInto('chat.canned')
                .values({ code, ...changed })
                .onConflict((conflict) => conflict.column('code').doNothing())
                .returning('code')
                .executeTakeFirst()
            : await trx
                .updateTable('chat.canned')
                .set(changed)
                .where('code', '=', code)
                .where('version', '=', version)
                .returning('code')
                .executeTakeFirst();
        if (saved === undefined) throw new Refusal('SUPPORT_ANSWER_CHANGED');
        await enter(trx, session, 'saveCannedAnswer', code);
        return readCanned(trx);
      }),
    removeCannedAnswer: ({ session, params: { code } }) =>
      db.transaction().execute(async (trx) => {
        refuseLate(now());
        const { numDeletedRows } = await trx
          .deleteFrom('chat.canned')
          .where('code', '=', code)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await enter(trx, session, 'removeCannedAnswer', code);
        return readCanned(trx);
      }),
  };
}
