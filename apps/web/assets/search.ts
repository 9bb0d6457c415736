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

export interface AssetsSearch {
  readonly key?: AssetKey;
  /** The group that the order centre shows. */
  readonly of?: OrderGroupId;
}

/** Reads the search of the assets page; an unknown panel or group is left out. */
export function assetsSearch(raw: RawSearch): AssetsSearch {
  const key = oneOf(assetKeys, raw.key);
  if (key === undefined) return {};
  const of = key === 'tradeOrder' ? oneOf(orderGroupIds, raw.of) : undefined;
  return of === undefined ? { key } : { key, of };
}
