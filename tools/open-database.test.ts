import { expect, it } from 'vitest';
import { ownDatabase, runtimeDatabase } from './open-database.ts';

const both = {
  databaseUrl: 'postgresql://owner@/candor',
  databaseRuntimeUrl: 'postgresql://runtime@/candor',
};

it('backups read as the owner of all tables, and read models are written as the program alone', () => {
  expect(ownDatabase(both)).toBe(both.databaseUrl);
  expect(runtimeDatabase(both)).toBe(both.databaseRuntimeUrl);
  expect(runtimeDatabase({ databaseUrl: both.databaseUrl, databaseRuntimeUrl: null })).toBe(both.databaseUrl);
  expect(runtimeDatabase({ databaseUrl: null, databaseRuntimeUrl: null })).toBeNull();
});
