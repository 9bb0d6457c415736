export { entryKinds, orderTypes, sides } from './codes.ts';
export { eventText } from './event-text.ts';
export { Follower, type FollowerOptions } from './follower.ts';
export type { Page } from './paging.ts';
export type { BillQueries, BillQuery } from './products/bills/queries.ts';
export type { BillRecord } from './products/bills/records.ts';
export type {
  EarnQueries,
  EarnQuery,
  EarnRecord,
  PoolEntryRecord,
  PoolSums,
} from './products/earn/queries.ts';
export type {
  CreditChangeRecord,
  CreditCounts,
  CreditStepRecord,
  LoanEntryRecord,
  LoanPoolRecord,
  LoanPoolSums,
  LoanQueries,
  LoanState,
  PowerLoanRecord,
} from './products/loan/queries.ts';
export { marginLines, marginWalletOf } from './products/margin/margin.ts';
export type {
  InterestRecord,
  LoanQuery,
  LoanRecord,
  MarginPageQuery,
  MarginQueries,
  MarginReceiptRecord,
} from './products/margin/queries.ts';
export type { MarketChangeKind } from './products/market/codes.ts';
export type { MarketQueries } from './products/market/queries.ts';
export type { MarketChangeRecord } from './products/market/records.ts';
export type { MiningMoveKind } from './products/mining/codes.ts';
export type {
  MiningEntryRecord,
  MiningMoveRecord,
  MiningMovesQuery,
  MiningPaid,
  MiningPointRecord,
  MiningQueries,
} from './products/mining/queries.ts';
export type { OfferChangeKind, OfferChangeRecord } from './products/offer-changes.ts';
export type {
  OtcEntryRecord,
  OtcOrderQuery,
  OtcOrderRecord,
  OtcPayer,
  OtcQueries,
  OtcStanding,
  OtcVolume,
} from './products/otc/queries.ts';
export { contractFillOf } from './products/perpetual/fills.ts';
export type { ContractOrderQuery, ContractQueries, ContractQuery } from './products/perpetual/queries.ts';
export {
  type ContractReceiptEvent,
  contractReceiptOf,
  isContractReceipt,
} from './products/perpetual/receipts.ts';
export type {
  ClosedPositionRecord,
  ContractFillRecord,
  ContractOrderRecord,
  ExitRecord,
  FundingRecord,
  ReceiptRecord,
} from './products/perpetual/records.ts';
export type { ReferralQueries } from './products/referral/queries.ts';
export type {
  SecondEnd,
  SecondQuery,
  SecondRecord,
  SecondsChangeRecord,
  SecondsQueries,
} from './products/seconds/queries.ts';
export type { OrderEnd } from './products/spot/codes.ts';
export type {
  FillQuery,
  OrderInWallet,
  OrderQuery,
  OrderWallet,
  PageQuery,
  SpotQueries,
} from './products/spot/queries.ts';
export type {
  FillRecord,
  OrderRecord,
  ShownStatus,
  TradeFee,
  TradeRecord,
  TriggerRecord,
} from './products/spot/records.ts';
export type { SwapChangeRecord, SwapQueries, SwapRecord } from './products/swap/queries.ts';
export {
  type Projections,
  type ProjectionsOptions,
  type ProjectionsStatus,
  startProjections,
} from './projections.ts';
export { openReaders, type Readers, type TableNotServingError } from './readers.ts';
export {
  type RebuildOptions,
  type Rebuilt,
  type RebuiltTable,
  rebuild,
  UnknownTableError,
} from './rebuild.ts';
export { projectionsSchema } from './schema.ts';
export type { BatchSource, ProjectedBatch, ProjectedCommand } from './source.ts';
