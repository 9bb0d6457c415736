export { figuresOf } from './figures.ts';
export {
  followPerpetuals,
  type PerpetualFollower,
  type PerpetualListings,
  perpetualListings,
} from './listings.ts';
export type { PerpetualMarketsDeps } from './markets.ts';
export { contractState, createPerpetualMarkets, type PerpetualMarkets } from './markets.ts';
export { createPerpetuals, type Perpetuals } from './orders.ts';
export type { ContractInfo } from './queries.ts';
export { receiptRow } from './receipts.ts';
export {
  createPerpetualRecords,
  type OpenContracts,
  openContractRows,
  type PerpetualRecords,
} from './records.ts';
export { fillRow as contractFillRow, type RowContext } from './rows.ts';
