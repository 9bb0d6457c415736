/**
 * Types of PostgreSQL as the rooms read them: an int8 is a bigint.
 *
 * Kysely's statements alone are read so. Libraries that share the pools keep the driver's own parsers, with which they
 * compute: rate-limiter-flexible subtracts a time from an int8, and graphile-worker writes one as JSON.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { type Pool, type PoolClient, types } from 'pg';
import { followWrites } from './written.ts';

/** An array of int8: pg-types has no name for it. */
const INT8_ARRAY = 1016;
const textsOf: (text: string) => readonly (string | null)[] | null = types.getTypeParser(
  INT8_ARRAY as number,
);

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: BigInt,
  [INT8_ARRAY]: (text) => textsOf(text)?.map((each) => (each === null ? null : BigInt(each))) ?? null,
};

const read = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => parsers[id] ?? types.getTypeParser(id, format),
};

const clients = new WeakMap<PoolClient, PostgresPoolClient>();

/** A client for Kysely: one for each connection, by which Kysely knows it again. */
function reading(client: PoolClient): PostgresPoolClient {
  const known = clients.get(client);
  if (known !== undefined) return known;
  const follow = followWrites();
  const query = (text: string, values: unknown[]) =>
    follow(text, client.query({ text, values, types: read }));
  const made: PostgresPoolClient = Object.create(client, { query: { value: query } });
  clients.set(client, made);
  return made;
}

/** A pool whose connections read rows as the rooms do. */
export function readingPool(pool: Pool): PostgresPool {
  return {
    connect: async () => reading(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool;
}

/** A number that a table gives out, such as a user's id. @throws Error if it is no safe integer */
export function idOf(value: bigint): number {
  const id = Number(value);
  if (!Number.isSafeInteger(id)) throw new Error(`${value} is no safe integer`);
  return id;
}
