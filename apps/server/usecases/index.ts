export { type ActLimit, createActLimit, limitActs, limitPractice } from './act-limit.ts';
export { type BalanceReader, createBalanceReader, type WalletChoice } from './balances.ts';
export { type Catalogue, type CatalogueFollower, feedsOf, followCatalogue } from './catalogue.ts';
export {
  type ContractFollower,
  type ContractInfo,
  type ContractMarkets,
  type ContractRecords,
  type Contracts,
  contractFillRow,
  contractState,
  createContractMarkets,
  createContractRecords,
  createContracts,
  figuresOf,
  followContracts,
  type OpenContracts,
  openContractRows,
  type RowContext,
  receiptRow,
} from './contracts/index.ts';
export { refuseLate, withDeadline } from './deadline.ts';
export { createFeeTierReader, type FeeTierReader } from './fee-tiers.ts';
export { amountText, ppmPercent, shownName } from './format.ts';
export { createMargin, type Margin, type MarginChoice } from './margin.ts';
export { type MarginCatalogue, marginAccountRow, marginNoticeOf } from './margin-rows.ts';
export { coinRecords, marketRows } from './markets.ts';
export type { OrderInput } from './order-input.ts';
export { createOrders, type OrderRef, type Orders } from './orders.ts';
export { plates } from './plates.ts';
export type * from './ports.ts';
export { openPractice, type Practice } from './practice.ts';
export { createRecords, type OrderScope, pageOfRequest, type Records } from './records.ts';
export { errorKeyOfRejection } from './rejections.ts';
export { runOnlyRepeats } from './repeats.ts';
export {
  countdownOf,
  openSecondShown,
  type RowCatalogue,
  type ShownSecond,
  secondRowOf,
} from './second-rows.ts';
export { createSecondTickets, type SecondTicketsDeps } from './second-tickets.ts';
export { createSeconds, type Seconds } from './seconds.ts';
export { createTransfers, type Transfers } from './transfers.ts';
