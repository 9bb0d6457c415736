import type { Pool } from 'pg';
import type { ProjectedCommand } from './source.ts';
import type { Table } from './table.ts';
import type { Rows } from './table-rows.ts';

/** The read model of one subject: its tables, what it reads out of the journal, and the queries of them. */
export interface ReadModel<Queries extends object = object> {
  readonly tables: readonly Table[];
  /** Puts the rows of a committed command. `isHouse` is true of the house's users, which leave no rows of their own. */
  project(command: ProjectedCommand, rows: Pick<Rows, 'of'>, isHouse: (userId: number) => boolean): void;
  /** Opens the queries on the tables that serve in `schema`. */
  queries(pool: Pick<Pool, 'query'>, schema: string): Queries;
}
