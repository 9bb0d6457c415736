import { oneOf, type RawSearch } from '../common/search-params.ts';
import { daysSearch, type RecordSearch, recordSearch } from '../records/record-search.ts';
import { type BillSearch, billSearch } from './bills/bill-search.ts';
import { type CoinSearch, coinSearch } from './coin-search.ts';

export const assetKeys = [
  'overview',
  'finance',
  'agreement',
  'recharge',
  'withdraw',
  'swap',
  'transfer',
  'tradeOrder',
  'records',
] as const;
export type AssetKey = (typeof assetKeys)[number];

/** The groups of the order centre, by their names in the address. */
export const orderGroupIds = [
  'spot',
  'usta',
  'sec',
  'cross',
  'isolated',
  'swap',
  'staking',
  'finance',
  'loan',
  'otc',
] as const;
export type OrderGroupId = (typeof orderGroupIds)[number];

/** The lists of the groups, by their names in the address. */
export const orderLists = [
  'open',
  'history',
  'fills',
  'positions',
  'closed',
  'settlements',
  'past',
  'loans',
  'receipts',
] as const;
export type OrderList = (typeof orderLists)[number];

/** A list of the order centre with its filter. */
export interface OrderListSearch extends RecordSearch {
  readonly list?: OrderList;
}

export interface AssetsSearch extends OrderListSearch, BillSearch, CoinSearch {
  readonly key?: AssetKey;
  /** The group that the order centre shows. */
  readonly of?: OrderGroupId;
}

/** Reads a list of the order centre and its filter; what is unknown is left out. */
export function orderListSearch(raw: RawSearch): OrderListSearch {
  const list = oneOf(orderLists, raw.list);
  return { ...(list === undefined ? {} : { list }), ...recordSearch(raw) };
}

/** Reads the search of the assets page; an unknown panel, group or list is left out. */
export function assetsSearch(raw: RawSearch): AssetsSearch {
  const key = oneOf(assetKeys, raw.key);
  if (key === undefined) return {};
  if (key === 'records') return { key, ...billSearch(raw) };
  if (key === 'recharge' || key === 'withdraw') return { key, ...coinSearch(raw) };
  if (key === 'swap') return { key, ...daysSearch(raw) };
  if (key !== 'tradeOrder') return { key };
  const of = oneOf(orderGroupIds, raw.of);
  return { key, ...(of === undefined ? {} : { of }), ...orderListSearch(raw) };
}
