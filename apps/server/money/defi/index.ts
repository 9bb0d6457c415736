export { serveChain } from './chain-line.ts';
export { followJoins } from './follow-joins.ts';
export { migrations as defiMigrations } from './schema.ts';
