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

export interface AssetsSearch {
  readonly key?: AssetKey;
}

/** Reads the search of the assets page; an unknown panel is left out. */
export function assetsSearch(raw: RawSearch): AssetsSearch {
  const key = oneOf(assetKeys, raw.key);
  return key === undefined ? {} : { key };
}
