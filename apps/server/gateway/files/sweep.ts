/**
 * Removes encrypted bytes that no row names: those of an upload that a kill cut off before its row, or of a row that was
 * deleted before its bytes were.
 *
 * Invariant: bytes go only where a round found no row, marked them, and another one at least `SWEPT_AFTER_MS` later finds none
 * still. The mark is on the file itself: it may not be written any more, and the time of that is the disk's own. So no upload is
 * met, whose row comes moments after its bytes. A clock that was moved between two rounds begins the time again, and so does a
 * restore: of files as it writes them without the mark, of a database because what it lacks is marked from then on.
 */
import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Db, SchemaName } from '../../base/database/index.ts';

/** Time after which bytes are removed that were found without a row. */
export const SWEPT_AFTER_MS = 7 * 86_400_000;

const ROOM = /^[0-9a-f]{2}$/;
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.new)?$/;
const IDS_AT_ONCE = 500;

/** Rows that name files of the vault. */
export interface NamesFiles {
  readonly table: `${SchemaName}.${string}`;
  /** The column of the file's id. */
  readonly id: string;
  /** A condition: only these rows need the bytes. */
  readonly where?: string;
}

/** Returns those ids that a row of one of the tables names. */
export async function namedFiles(
  db: Db,
  tables: readonly NamesFiles[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const parts = tables.map(
    ({ table, id, where = 'true' }): RawBuilder<unknown> =>
      sql`select ${sql.ref(id)}::text as id from ${sql.table(table)}
        where ${sql.ref(id)} = any(${ids}::uuid[]) and (${sql.raw(where)})`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns true if some row names a file: a database without any may be the wrong one for the folder. */
export async function namesAny(db: Db, tables: readonly NamesFiles[]): Promise<boolean> {
  const parts = tables.map(({ table }) => sql`(select from ${sql.table(table)} limit 1)`);
  const { rows } = await sql`select from (${sql.join(parts, sql` union all `)}) as named limit 1`.execute(db);
  return rows.length > 0;
}

export interface SweepOptions {
  readonly folder: string;
  readonly named: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Nothing is marked or removed while no row names any file. */
  readonly namesAny: () => Promise<boolean>;
  readonly now: () => number;
  /** Time in ms by a clock that nobody sets. */
  readonly elapsed: () => number;
  /** Hears of each file that was removed. */
  readonly onSwept: (bytes: number) => void;
}

const KEPT = 0o600;
const MARKED = 0o400;
/** Part of the seven days by which the clock may be moved unseen. */
const MOVED_MS = 3_600_000;

/** Returns a round of the sweep. */
export function createSweep({
  folder,
  named,
  namesAny: areAnyNamed,
  now,
  elapsed,
  onSwept,
}: SweepOptions): () => Promise<void> {
  /** By how much the clock is before one that nobody sets, at the last round; null before the first. */
  let lead: number | null = null;

  async function look(path: string, isNamed: boolean, isMoved: boolean): Promise<void> {
    const file = await stat(path);
    const isMarked = (file.mode & 0o777) === MARKED;
    if (isNamed) {
      if (isMarked) await chmod(path, KEPT);
    } else if (!isMarked || isMoved) await chmod(path, MARKED);
    else if (file.ctimeMs < now() - SWEPT_AFTER_MS) {
      await rm(path, { force: true });
      onSwept(file.size);
    }
  }

  return async () => {
    if (!(await areAnyNamed())) return;
    const leadNow = now() - elapsed();
    const isMoved = lead !== null && Math.abs(leadNow - lead) > MOVED_MS;
    for (const room of await namesIn(folder)) {
      if (!ROOM.test(room)) continue;
      // other names are not the vault's, and stay
      const names = (await namesIn(join(folder, room))).filter((name) => FILE.test(name));
      for (let from = 0; from < names.length; from += IDS_AT_ONCE) {
        const some = names.slice(from, from + IDS_AT_ONCE);
        const ids = await named([...new Set(some.map((name) => FILE.exec(name)![1]!))]);
        // the draft of a write is no file of its row yet
        for (const name of some)
          await look(join(folder, room, name), ids.has(name), isMoved).catch(unlessGone);
      }
    }
    // only now: a round that failed leaves the next one to see the move
    lead = leadNow;
  };
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(unlessGone)) ?? [];

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
