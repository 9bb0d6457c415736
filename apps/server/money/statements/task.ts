import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BillQueries } from '@candor/projections';
import type { Pool } from 'pg';
import { idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import type { Task } from '../../base/jobs/index.ts';
import { makeStatement } from './make-statement.ts';
import { migrations, type StatementCatalogue } from './schema.ts';

export const STATEMENT_TASK = 'makeStatement';

const zip = promisify(gzip);

export interface StatementTaskDeps {
  readonly pool: Pool;
  readonly bills: Pick<BillQueries, 'lastBefore' | 'chronicle' | 'countOf'>;
}

/** Makes the statement of a row. One that was asked for again meanwhile has another row, and this one is let be. */
export async function openStatementTask({ pool, bills }: StatementTaskDeps): Promise<Task> {
  await migrate(pool, 'statements', migrations);
  const db = kyselyOf(pool);
  return {
    name: STATEMENT_TASK,
    async run(id, { isLast }) {
      const row = await db
        .selectFrom('statements.statement')
        .selectAll()
        .where('statement_id', '=', id)
        .executeTakeFirst();
      if (row === undefined || row.state === 'ready') return;
      const set = (values: object) =>
        db.updateTable('statements.statement').set(values).where('statement_id', '=', id).execute();
      const range = {
        userId: idOf(row.user_id),
        untilSeq: Number(row.until_seq),
        fromMs: Date.UTC(row.year, 0),
        toMs: Date.UTC(row.year + 1, 0),
      };
      try {
        await set({ state: 'making', done: 0, total: await bills.countOf(range) });
        const text = await makeStatement({
          ...range,
          bills,
          catalogue: row.catalogue as StatementCatalogue,
          onProgress: async (done) => void (await set({ done })),
        });
        await set({ state: 'ready', file: await zip(text) });
      } catch (error) {
        if (isLast) await set({ state: 'failed' });
        throw error;
      }
    },
  };
}
