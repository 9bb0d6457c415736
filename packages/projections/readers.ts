import type { Pool } from 'pg';
import { ContractQueries } from './products/contract-queries.ts';
import { MarginQueries } from './products/margin-queries.ts';
import { SecondsQueries } from './products/seconds-queries.ts';
import { Queries } from './queries.ts';

export const projectionsSchema = 'projections';

/** The queries of the read models, whoever writes them. */
export interface Readers {
  readonly queries: Queries;
  readonly seconds: SecondsQueries;
  readonly contracts: ContractQueries;
  readonly margin: MarginQueries;
}

/** Readers on a pool that somebody else ends; the writer makes the tables. */
export function openReaders(pool: Pool): Readers {
  return {
    queries: new Queries(pool, projectionsSchema),
    seconds: new SecondsQueries(pool, projectionsSchema),
    contracts: new ContractQueries(pool, projectionsSchema),
    margin: new MarginQueries(pool, projectionsSchema),
  };
}
