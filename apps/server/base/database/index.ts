export { isDatabaseAway } from './away.ts';
export { KEPT_TABLES, type KeptTable, keepRows } from './kept.ts';
export { KNOWN_MIGRATIONS, refuseNewerSchemas } from './known-migrations.ts';
export * from './migrate.ts';
export { asOwner, type DatabaseLogins, ownedBy, quoted, roleOf } from './owner.ts';
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
export { SCHEMAS, type SchemaName } from './schemas.ts';
