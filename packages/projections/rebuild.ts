import { Client, type ClientBase } from 'pg';
import { Projector, Rows } from './projector.ts';
import { projectionsSchema } from './readers.ts';
import { makeSchema, projectedTables } from './schema.ts';
import type { ProjectedBatch } from './source.ts';
import { Store } from './store.ts';

export interface RebuildOptions {
  readonly connectionString: string;
  /** Every committed batch from the first command on. */
  readonly batches: AsyncIterable<ProjectedBatch>;
  /** Told the last command done, about once a second. */
  readonly onProgress?: (seq: number) => void;
}

export interface RebuiltTable {
  readonly table: string;
  readonly rows: number;
  /** Whether the old rows were the same; null where the old ones stood at another command. */
  readonly identical: boolean | null;
}

export interface Rebuilt {
  readonly seq: number;
  readonly tables: readonly RebuiltTable[];
}

const draftSchema = 'projections_draft';
const flushRows = 20_000;
const progressMs = 1_000;

/**
 * Makes the read models anew from the journal, beside the old ones, compares the two, and puts the new ones in the old
 * ones' place. A writer that still runs on the old ones notices and catches up on the new ones.
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const client = new Client({
    connectionString: options.connectionString,
    application_name: 'candor-rebuild',
  });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await makeSchema(client, draftSchema);
    const seq = await fill(client, options);
    const comparable = (await cursorOf(client, projectionsSchema)) === seq;
    const tables: RebuiltTable[] = [];
    for (const table of Object.keys(projectedTables)) {
      const now = await fingerprint(client, draftSchema, table);
      const before = comparable ? await fingerprint(client, projectionsSchema, table) : null;
      tables.push({
        table,
        rows: now.rows,
        identical: before === null ? null : before.digest === now.digest,
      });
    }
    await client.query(
      `BEGIN; DROP SCHEMA IF EXISTS ${projectionsSchema} CASCADE;
       ALTER SCHEMA ${draftSchema} RENAME TO ${projectionsSchema}; COMMIT;`,
    );
    return { seq, tables };
  } finally {
    await client.end();
  }
}

async function fill(client: Client, options: RebuildOptions): Promise<number> {
  const store = new Store(client, draftSchema, 0);
  const projector = new Projector([]);
  let rows = new Rows();
  let toldMs = performance.now();
  for await (const batch of options.batches) {
    if (batch.commands.length === 0) continue;
    projector.project(batch, rows);
    if (rows.count < flushRows) continue;
    await store.flush(rows);
    rows = new Rows();
    if (performance.now() - toldMs > progressMs) {
      toldMs = performance.now();
      options.onProgress?.(store.seq);
    }
  }
  if (rows.lastSeq > store.seq) await store.flush(rows);
  return store.seq;
}

async function cursorOf(client: ClientBase, schema: string): Promise<number | null> {
  const found = await client.query<{ cursor: string | null }>('SELECT to_regclass($1)::text AS cursor', [
    `${schema}.cursor`,
  ]);
  if (found.rows[0]?.cursor === null) return null;
  const { rows } = await client.query<{ seq: string }>(`SELECT seq FROM ${schema}.cursor`);
  return rows[0] === undefined ? null : Number(rows[0].seq);
}

/** The number of rows and a digest of all of them: keys are unique, so the order does not matter. */
async function fingerprint(client: ClientBase, schema: string, table: string) {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `SELECT count(*) AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS digest
     FROM ${schema}.${table} AS t`,
  );
  return { rows: Number(rows[0]?.rows), digest: `${rows[0]?.rows}:${rows[0]?.digest}` };
}
