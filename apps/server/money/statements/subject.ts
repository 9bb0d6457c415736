import { statementCalls } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { migrateJobs } from '../../base/jobs/index.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { migrations } from './schema.ts';
import { createStatements, type StatementsDeps } from './statements.ts';

type Needs = Omit<StatementsDeps, 'db'> & { readonly statementsDb: StatementsDeps['db'] };

export const statements = defineSubject({
  calls: statementCalls,
  async open(_lifecycle, { pool }) {
    await migrateJobs(pool);
    await migrate(pool, 'statements', migrations);
    return { statementsDb: kyselyOf(pool) };
  },
  handlers: ({ statementsDb: db, core, history, catalogues, now }: Needs) => {
    const own = createStatements({ db, core, history, catalogues, now });
    return {
      getStatements: ({ session }) => own.list(session.userId),
      requestStatement: ({ session, body }) => own.request(session.userId, body.year),
      getStatementFile: ({ session, params }) => own.file(session.userId, params.year),
    };
  },
});
