export { isDatabaseAway } from './away.ts';
export * from './migrate.ts';
export { SCHEMAS, type SchemaName } from './schemas.ts';
