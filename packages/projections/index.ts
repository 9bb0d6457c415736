export type { SecondEnd, SecondQuery, SecondRecord, SecondsQueries } from './products/seconds-queries.ts';
export {
  type Projections,
  type ProjectionsOptions,
  type ProjectionsStatus,
  startProjections,
} from './projections.ts';
export type {
  BillQuery,
  FillQuery,
  OrderQuery,
  Page,
  PageQuery,
  Queries,
} from './queries.ts';
export { type RebuildOptions, type Rebuilt, type RebuiltTable, rebuild } from './rebuild.ts';
export type { BillRecord, FillRecord, OrderRecord, TradeRecord } from './records.ts';
export type { BatchSource, ProjectedBatch, ProjectedCommand } from './source.ts';
