export { isDatabaseAway, isDatabaseCut } from './away.ts';
export { KEPT_TABLES, type KeptTable, keepRows, OWNERS_TABLES } from './kept.ts';
export { refuseOtherSchemas, requireSchemas } from './known-tables.ts';
export * from './migrate.ts';
export { asOwner, type DatabaseLogins, ownedBy, quoted, roleOf, withFixedNames } from './owner.ts';
export { idOf } from './parsers.ts';
export {
  createPatience,
  type Patience,
  patiently,
  RECOVERY_PATIENCE_MS,
  startsPatiently,
} from './patience.ts';
export {
  defineTable,
  type Filters,
  readTable,
  type TableLook,
  type TablePage,
  type TableSource,
} from './read-table.ts';
export { MADE_OTHERWISE, SCHEMAS, type SchemaName } from './schemas.ts';
export { databaseLook } from './size.ts';
export type { Database, Db, Trx } from './types.ts';
export { notingWrites } from './written.ts';
