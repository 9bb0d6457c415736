export type { OrderEnd } from './codes.ts';
export type { Page } from './paging.ts';
export type { ContractOrderQuery, ContractQueries, ContractQuery } from './products/contract-queries.ts';
export type {
  ClosedPositionRecord,
  ContractFillRecord,
  ContractOrderRecord,
  ExitRecord,
  FundingRecord,
  ReceiptRecord,
} from './products/contract-records.ts';
export {
  type ContractReceiptEvent,
  contractFillOf,
  contractReceiptOf,
  eventText,
  isContractReceipt,
} from './products/contracts.ts';
export { marginWalletOf } from './products/margin.ts';
export type {
  InterestRecord,
  LoanQuery,
  LoanRecord,
  MarginPageQuery,
  MarginQueries,
  MarginReceiptRecord,
} from './products/margin-queries.ts';
export type {
  SecondEnd,
  SecondQuery,
  SecondRecord,
  SecondsChangeRecord,
  SecondsQueries,
} from './products/seconds-queries.ts';
export {
  type Projections,
  type ProjectionsOptions,
  type ProjectionsStatus,
  startProjections,
} from './projections.ts';
export type { BillQuery, FillQuery, OrderQuery, OrderWallet, PageQuery, Queries } from './queries.ts';
export { openReaders, type Readers } from './readers.ts';
export { type RebuildOptions, type Rebuilt, type RebuiltTable, rebuild } from './rebuild.ts';
export type {
  BillRecord,
  FillRecord,
  OrderRecord,
  ShownStatus,
  TradeRecord,
  TriggerRecord,
} from './records.ts';
export type { BatchSource, ProjectedBatch, ProjectedCommand } from './source.ts';
