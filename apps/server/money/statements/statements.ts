import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { StatementRow } from '@candor/api';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addJob } from '../../base/jobs/index.ts';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import type { StatementCatalogue } from './schema.ts';
import { STATEMENT_TASK } from './task.ts';

export interface StatementsDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

/** A statement that is asked for again within this time is the one that is being made. */
const AT_MOST_EVERY_MS = 60_000;
const unzip = promisify(gunzip);

type Stored = Selectable<Database['statements.statement']>;

const COLUMNS = [
  'statement_id',
  'user_id',
  'year',
  'state',
  'done',
  'total',
  'requested_at',
  'until_seq',
  'catalogue',
] as const;

/** Yearly statements of users: asked for here, made by a job. */
export function createStatements(deps: StatementsDeps) {
  return {
    list: (userId: number) => listStatements(deps, userId),
    request: (userId: number, year: number) => requestStatement(deps, userId, year),
    file: (userId: number, year: number) => readFile(deps, userId, year),
  };
}

/** The user's statements, newest year first, and the years in which there may be one. */
async function listStatements({ db, history, now }: StatementsDeps, userId: number) {
  const rows = await db
    .selectFrom('statements.statement')
    .select(COLUMNS)
    .where('user_id', '=', BigInt(userId))
    .orderBy('year', 'desc')
    .execute();
  const thisYear = new Date(now()).getUTCFullYear();
  const firstMs = await history.bills.firstMs(userId);
  const first = firstMs === null ? thisYear : new Date(firstMs).getUTCFullYear();
  const years = Array.from({ length: thisYear - first + 1 }, (_, back) => thisYear - back);
  return { list: rows.map(show), years };
}

/** Asks for a statement; one that was asked for a moment ago is returned. @throws Refusal STATEMENT_YEAR */
async function requestStatement(
  { db, core, history, catalogues, now }: StatementsDeps,
  userId: number,
  year: number,
): Promise<StatementRow> {
  if (year > new Date(now()).getUTCFullYear()) throw new Refusal('STATEMENT_YEAR', { field: 'year' });
  const untilSeq = core.status().committedSeq;
  await history.caughtUp(untilSeq, LIST_PATIENCE_MS);
  refuseLate(now());
  return db.transaction().execute(async (trx) => {
    const earlier = await trx
      .selectFrom('statements.statement')
      .select(COLUMNS)
      .where('user_id', '=', BigInt(userId))
      .where('year', '=', year)
      .forUpdate()
      .executeTakeFirst();
    const isRecent = earlier !== undefined && now() - earlier.requested_at.getTime() < AT_MOST_EVERY_MS;
    if (isRecent && earlier.state !== 'failed') return show(earlier);
    const row = {
      statement_id: randomUUID(),
      user_id: userId,
      year,
      state: 'waiting' as const,
      done: 0,
      total: 0,
      requested_at: new Date(now()),
      until_seq: untilSeq,
      file: null,
      catalogue: JSON.stringify(snapshotOf(catalogues)),
    };
    const stored = await trx
      .insertInto('statements.statement')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'year']).doUpdateSet(row))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await addJob(trx, { task: STATEMENT_TASK, row: row.statement_id });
    return show(stored);
  });
}

/** A finished statement. @throws Refusal STATEMENT_NOT_READY */
async function readFile({ db }: StatementsDeps, userId: number, year: number) {
  const row = await db
    .selectFrom('statements.statement')
    .select(['file', 'state'])
    .where('user_id', '=', BigInt(userId))
    .where('year', '=', year)
    .executeTakeFirst();
  if (row === undefined || row.file === null) throw new Refusal('STATEMENT_NOT_READY');
  return { name: `candor-statement-${year}.csv`, text: (await unzip(row.file)).toString('utf8') };
}

const show = ({ year, state, done, total, requested_at }: Omit<Stored, 'file'>): StatementRow => ({
  year,
  state,
  entries: total,
  time: requested_at.getTime(),
  progress: state === 'ready' ? 100 : total === 0 ? 0 : Math.min(99, Math.floor((done * 100) / total)),
});

function snapshotOf(catalogues: CatalogueFollower): StatementCatalogue {
  const { assets, symbols } = catalogues.current();
  return {
    assets: Object.fromEntries(assets.map(({ assetId, code, scale }) => [assetId, { code, scale }])),
    symbols: Object.fromEntries(symbols.map(({ symbolId, name }) => [symbolId, name])),
  };
}

export type Statements = ReturnType<typeof createStatements>;
