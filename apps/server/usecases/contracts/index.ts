export { figuresOf } from './figures.ts';
export {
  type ContractFollower,
  type ContractInfo,
  type ContractListings,
  contractListings,
  followContracts,
} from './listings.ts';
export { type ContractMarkets, createContractMarkets, readContractState } from './markets.ts';
export { type Contracts, createContracts } from './orders.ts';
export { receiptRow } from './receipts.ts';
export {
  type ContractRecords,
  createContractRecords,
  type OpenContracts,
  readOpenContracts,
} from './records.ts';
export { fillRow as contractFillRow, type RowContext } from './rows.ts';
