import type { Pool } from 'pg';
import { readModels } from './read-models.ts';
import { projectionsSchema } from './schema.ts';

type Models = typeof readModels;

/** The queries of the read models by subject, independent of their writer. */
export type Readers = { readonly [Name in keyof Models]: ReturnType<Models[Name]['queries']> };

/** A table does not serve: it is new and not filled yet, or its writer has not started. */
export class TableNotServingError extends Error {
  constructor(cause: unknown) {
    super('A table of the read models is not filled yet', { cause });
    this.name = 'TableNotServingError';
  }
}

/** PostgreSQL's codes for a schema, a table and a column that are not there. */
const missing = new Set(['3F000', '42P01', '42703']);

/**
 * Opens readers on a pool that the caller closes; the writer creates the tables. A query of a table that does not serve
 * rejects with what `notServing` makes of it.
 */
export function openReaders(
  pool: Pool,
  notServing: (error: TableNotServingError) => Error = (error) => error,
): Readers {
  const query = async (...args: Parameters<Pool['query']>) => {
    try {
      return await pool.query(...args);
    } catch (error) {
      if (error instanceof Error && 'code' in error && missing.has(String(error.code)))
        throw notServing(new TableNotServingError(error));
      throw error;
    }
  };
  const guarded = { query } as unknown as Pick<Pool, 'query'>;
  return Object.fromEntries(
    Object.entries(readModels).map(([name, model]) => [name, model.queries(guarded, projectionsSchema)]),
  ) as Readers;
}
