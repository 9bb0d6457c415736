import { oneOf, type RawSearch } from '../common/search-params.ts';

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
export const orderGroupIds = ['spot', 'usta', 'sec', 'cross', 'isolated', 'swap'] as const;
export type OrderGroupId = (typeof orderGroupIds)[number];

/** Lists of the groups that an address can name: those of what is done. */
export const orderLists = ['history', 'settlements', 'past', 'loans', 'receipts'] as const;
export type OrderList = (typeof orderLists)[number];

export interface AssetsSearch {
  readonly key?: AssetKey;
  /** The group that the order centre shows. */
  readonly of?: OrderGroupId;
  /** The list of the group that is shown first; its own first one where it is left out. */
  readonly list?: OrderList;
}

/** Reads the search of the assets page; an unknown panel, group or list is left out. */
export function assetsSearch(raw: RawSearch): AssetsSearch {
  const key = oneOf(assetKeys, raw.key);
  if (key === undefined) return {};
  const of = key === 'tradeOrder' ? oneOf(orderGroupIds, raw.of) : undefined;
  if (of === undefined) return { key };
  const list = oneOf(orderLists, raw.list);
  return list === undefined ? { key, of } : { key, of, list };
}
