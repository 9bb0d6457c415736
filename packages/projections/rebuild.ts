import { Client, type ClientBase } from 'pg';
import { tableGroups } from './projections.ts';
import { Projector } from './projector.ts';
import type { ReadModel } from './read-model.ts';
import { readModels } from './read-models.ts';
import {
  draftSchema,
  makeDraft,
  moveDraft,
  openTables,
  projectionsSchema,
  readCursor,
  readVersions,
} from './schema.ts';
import type { ProjectedBatch } from './source.ts';
import { Store } from './store.ts';
import type { Table } from './table.ts';
import { Rows } from './table-rows.ts';

export interface RebuildOptions {
  readonly connectionString: string;
  /** Every committed batch after a command. */
  readonly replay: (afterSeq: number) => AsyncIterable<ProjectedBatch>;
  /** Names of the tables to rebuild; all where it is missing. */
  readonly tables?: readonly string[];
  /** Called with the last command done, about once a second. */
  readonly onProgress?: (seq: number) => void;
  /** All of them where it is missing. */
  readonly models?: readonly ReadModel[];
}

export interface RebuiltTable {
  readonly table: string;
  readonly rows: number;
  /** True if the old rows were the same; null where the old ones stood at another command or in another version. */
  readonly identical: boolean | null;
}

export interface Rebuilt {
  readonly seq: number;
  readonly tables: readonly RebuiltTable[];
}

/** A name that no table of the read models has. */
export class UnknownTableError extends Error {
  constructor(name: string, known: readonly string[]) {
    super(`There is no table ${name}. The tables are ${known.join(', ')}.`);
    this.name = 'UnknownTableError';
  }
}

const flushRows = 20_000;
const progressMs = 1_000;

/**
 * Rebuilds tables from the journal beside the old ones, compares the two, and puts the new ones in the old ones' place.
 * All tables end at the journal's end; some of them end where the others stand. A writer that still runs meanwhile
 * notices a moved cursor and catches up. Throws UnknownTableError.
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const models = options.models ?? Object.values(readModels);
  const all = tableGroups(models).flat();
  const chosen = chosenTables(all, options.tables);
  const client = new Client({
    connectionString: options.connectionString,
    application_name: 'candor-rebuild',
  });
  // the statement that was running fails and says so
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await openTables(client, all);
    await makeDraft(client, chosen);
    const draft = new Draft(client, models, chosen, options);
    const isWhole = chosen.length === all.length;
    await draft.fill(isWhole ? null : await serving(client));
    // Writers wait from here on; readers go on until the swap.
    await client.query(`BEGIN; LOCK TABLE ${projectionsSchema}.cursor IN SHARE ROW EXCLUSIVE MODE`);
    const seq = await serving(client);
    if (!isWhole) await draft.fill(seq);
    const tables = await compare(client, chosen, draft.seq === seq);
    if (isWhole) await client.query(`UPDATE ${projectionsSchema}.cursor SET seq = $1`, [draft.seq]);
    await moveDraft(client, chosen, draft.seq);
    await client.query('COMMIT');
    return { seq: draft.seq, tables };
  } finally {
    await client.end();
  }
}

function chosenTables(all: readonly Table[], names: readonly string[] | undefined): readonly Table[] {
  if (names === undefined || names.length === 0) return all;
  const known = all.map(({ name }) => name);
  for (const name of names) if (!known.includes(name)) throw new UnknownTableError(name, known);
  return all.filter(({ name }) => names.includes(name));
}

async function serving(client: ClientBase): Promise<number> {
  return (await readCursor(client, projectionsSchema))?.seq ?? 0;
}

class Draft {
  private readonly store: Store;
  private readonly projector: Projector;
  private readonly wanted: ReadonlySet<Table>;
  private readonly options: RebuildOptions;
  seq = 0;

  constructor(
    client: ClientBase,
    models: readonly ReadModel[],
    tables: readonly Table[],
    options: RebuildOptions,
  ) {
    this.store = new Store(client, draftSchema, 0, [tables]);
    this.projector = new Projector(models, []);
    this.wanted = new Set(tables);
    this.options = options;
  }

  /** Fills up to command `lastSeq`; up to the end of the journal for null. */
  async fill(lastSeq: number | null): Promise<void> {
    let rows = new Rows(this.wanted);
    let reportedMs = performance.now();
    for await (const batch of this.options.replay(this.seq)) {
      if (lastSeq !== null && batch.lastSeq > lastSeq) break;
      if (batch.commands.length === 0) continue;
      this.projector.project(batch, rows);
      this.seq = batch.lastSeq;
      if (rows.count < flushRows) continue;
      await this.store.flush(rows);
      rows = new Rows(this.wanted);
      if (performance.now() - reportedMs > progressMs) {
        reportedMs = performance.now();
        this.options.onProgress?.(this.seq);
      }
    }
    if (rows.lastSeq > this.store.seq) await this.store.flush(rows);
  }
}

async function compare(
  client: ClientBase,
  tables: readonly Table[],
  isSameCommand: boolean,
): Promise<RebuiltTable[]> {
  const versions = await readVersions(client, projectionsSchema);
  const compared: RebuiltTable[] = [];
  for (const table of tables) {
    const now = await fingerprint(client, draftSchema, table);
    const isComparable = isSameCommand && versions.get(table.name) === table.version;
    const before = isComparable ? await fingerprint(client, projectionsSchema, table) : null;
    compared.push({
      table: table.name,
      rows: now.rows,
      identical: before === null ? null : before.digest === now.digest,
    });
  }
  return compared;
}

/** The number of rows and a digest of all of them: keys are unique, so the order does not matter. */
async function fingerprint(client: ClientBase, schema: string, table: Table) {
  const columns = Object.keys(table.columns).join(', ');
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `SELECT count(*) AS rows, coalesce(sum(hashtextextended(ROW(${columns})::text, 0)::numeric), 0)::text AS digest
     FROM ${schema}.${table.name}`,
  );
  return { rows: Number(rows[0]?.rows), digest: `${rows[0]?.rows}:${rows[0]?.digest}` };
}
