export type { ContractInfo } from './contract-queries.ts';
export { figuresOf } from './figures.ts';
export {
  type ContractFollower,
  type ContractListings,
  contractListings,
  followContracts,
} from './listings.ts';
export { type ContractMarkets, contractState, createContractMarkets } from './markets.ts';
export { type Contracts, createContracts } from './orders.ts';
export { receiptRow } from './receipts.ts';
export {
  type ContractRecords,
  createContractRecords,
  type OpenContracts,
  openContractRows,
} from './records.ts';
export { fillRow as contractFillRow, type RowContext } from './rows.ts';
