import type { Kysely, Transaction } from 'kysely';
import type { DB } from './tables.gen.ts';

/** Every table that the rooms' migrations make, under `<schema>.<table>`. */
export type Database = DB;
/** Runs statements on a connection of a pool, each in a transaction of its own. */
export type Db = Kysely<Database>;
/** A transaction of any room: each may pass it on to each. */
export type Trx = Transaction<Database>;
