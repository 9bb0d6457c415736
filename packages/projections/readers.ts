import type { Pool } from 'pg';
import { ContractQueries } from './products/contract-queries.ts';
import { MarginQueries } from './products/margin-queries.ts';
import { SecondsQueries } from './products/seconds-queries.ts';
import { Queries } from './queries.ts';

export const projectionsSchema = 'projections';

/** The queries of the read models, independent of their writer. */
export interface Readers {
  readonly queries: Queries;
  readonly seconds: SecondsQueries;
  readonly contracts: ContractQueries;
  readonly margin: MarginQueries;
}

/** Opens readers on a pool that the caller closes; the writer creates the tables. */
export function openReaders(pool: Pool): Readers {
  return {
    queries: new Queries(pool, projectionsSchema),
    seconds: new SecondsQueries(pool, projectionsSchema),
    contracts: new ContractQueries(pool, projectionsSchema),
    margin: new MarginQueries(pool, projectionsSchema),
  };
}
