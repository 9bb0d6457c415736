export { serveChain } from './chain-line.ts';
export { findDelegated } from './delegated.ts';
export { followJoins } from './follow-joins.ts';
export type { Defi } from './handlers.ts';
export { miningHouse } from './house.ts';
export { migrations as defiMigrations } from './schema.ts';
