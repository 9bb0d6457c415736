/** What the addresses carry after the question mark. Whatever is missing or unknown takes a default or is left out. */

type Raw = Record<string, unknown>;

function oneOf<const Values extends readonly string[]>(
  values: Values,
  raw: unknown,
): Values[number] | undefined {
  return values.includes(raw as string) ? (raw as Values[number]) : undefined;
}

export const quoteTabs = ['watchlist', 'second', 'spot', 'contract'] as const;
export type QuoteTab = (typeof quoteTabs)[number];

export interface QuotesSearch {
  readonly tab?: QuoteTab;
  readonly q?: string;
}

export function quotesSearch(raw: Raw): QuotesSearch {
  const tab = oneOf(quoteTabs, raw.tab);
  const q = typeof raw.q === 'string' ? raw.q.slice(0, 32) : '';
  return { ...(tab === undefined ? {} : { tab }), ...(q === '' ? {} : { q }) };
}

export const tradeTypes = ['spot', 'sec', 'usta'] as const;
export type TradeType = (typeof tradeTypes)[number];

/** The account that spot orders are placed from, where it is not the spot account. */
export const marginAccounts = ['cross', 'isolated'] as const;
export type MarginAccountName = (typeof marginAccounts)[number];

export interface TradeSearch {
  readonly type?: TradeType;
  readonly margin?: MarginAccountName;
  /** The base coin in lower case: btc. */
  readonly symbol?: string;
}

export function tradeSearch(raw: Raw): TradeSearch {
  const type = oneOf(tradeTypes, raw.type);
  const margin = oneOf(marginAccounts, raw.margin);
  const symbol = typeof raw.symbol === 'string' ? raw.symbol.toLowerCase() : '';
  return {
    ...(type === undefined ? {} : { type }),
    ...(margin === undefined ? {} : { margin }),
    ...(/^[a-z0-9]{1,12}$/.test(symbol) ? { symbol } : {}),
  };
}

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

export function assetsSearch(raw: Raw): AssetsSearch {
  const key = oneOf(assetKeys, raw.key);
  return key === undefined ? {} : { key };
}

export interface LoginSearch {
  /** Where to go afterwards: a path of this site. */
  readonly from?: string;
}

/**
 * Whether the text is a path of this site: browsers read `//host`, `/\host` and a path with control characters as
 * another site or as no address at all.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 2_000 && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);
}

export function loginSearch(raw: Raw): LoginSearch {
  return isOwnPath(raw.from) ? { from: raw.from } : {};
}

export interface RegisterSearch extends LoginSearch {
  readonly invite_code?: string;
}

export function registerSearch(raw: Raw): RegisterSearch {
  const code = raw.invite_code;
  const text = typeof code === 'string' || typeof code === 'number' ? String(code) : '';
  return { ...loginSearch(raw), ...(text === '' ? {} : { invite_code: text.slice(0, 64) }) };
}
