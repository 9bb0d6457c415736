export type { CoinFlow } from './net-deposit.ts';
export { migrations as tierMigrations, type StoredTiers } from './schema.ts';
export { checkChange, effectiveMs, readTables, tableAt } from './tables.ts';
export type { Tiers } from './tiers.ts';
