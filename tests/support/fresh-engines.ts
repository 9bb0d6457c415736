import { Client } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { type Engine, type EngineOptions, openEngine } from '../../packages/journal/index.ts';
import { listing, practiceGenesis } from '../../tools/workload/exchange.ts';
import { patientTuning } from './patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

/** Commands that list two coins and one market. */
export const bootstrap = listing(2, 1);
/** The last command of an empty journal's start. */
export const begun = 1 + bootstrap.length;

/** Engines over a database of each test's own. */
export interface FreshEngines {
  connectionString(): string;
  /** Opens an engine; it is stopped after the test. */
  open(more?: Partial<EngineOptions>): Promise<Engine>;
  query<R extends object>(sql: string, values?: unknown[]): Promise<R[]>;
  /** Lets no row into the journal until what it returns is called. */
  holdCommits(): Promise<() => Promise<void>>;
}

/** Gives each test of the file a database, and stops its engines afterwards. */
export function freshEngines(): FreshEngines {
  let database: FreshDatabase;
  let opened: Engine[] = [];

  beforeEach(async () => {
    database = await freshDatabase();
  });

  afterEach(async () => {
    await Promise.all(opened.map((engine) => engine.stop()));
    opened = [];
    await database.drop();
  });

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    return client;
  }

  return {
    connectionString: () => database.connectionString,
    async open(more = {}) {
      const engine = await openEngine({
        connectionString: database.connectionString,
        genesis: practiceGenesis,
        bootstrap,
        ...more,
        tuning: { ...patientTuning, ...more.tuning },
      });
      opened.push(engine);
      return engine;
    },
    async query<R extends object>(sql: string, values: unknown[] = []) {
      const client = await connected();
      try {
        return (await client.query<R>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    async holdCommits() {
      const client = await connected();
      await client.query('BEGIN; LOCK TABLE journal.batches IN SHARE MODE');
      return () => client.end();
    },
  };
}
