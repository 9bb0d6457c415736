import { afterEach, beforeEach } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

export interface TestDatabase {
  /** Address of the database of the test that runs. */
  readonly url: string;
  /** Has something undone at the test's end, before the database goes; what came last first. */
  atEnd(undo: () => Promise<unknown>): void;
}

/** Gives each test of the file a database of its own. */
export function databasePerTest(): TestDatabase {
  let database: FreshDatabase;
  let undos: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    for (const undo of undos.reverse()) await undo();
    undos = [];
    await database.drop();
  });
  return {
    get url() {
      return database.connectionString;
    },
    atEnd(undo) {
      undos.push(undo);
    },
  };
}
