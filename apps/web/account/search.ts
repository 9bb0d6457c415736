import { oneOf, type RawSearch } from '../common/search-params.ts';

/** The panels of the user centre, in the order of its list. */
export const userKeys = [
  'all',
  'primary',
  'advanced',
  'certified',
  'bank',
  'tardPwd',
  'loginPwd',
  'helper',
  'termsService',
] as const;
export type UserKey = (typeof userKeys)[number];

export interface UserSearch {
  readonly key?: UserKey;
  /** An older version of the terms. */
  readonly version?: number;
}

/** Reads the search of the user centre; an unknown panel is left out. */
export function userSearch(raw: RawSearch): UserSearch {
  const key = oneOf(userKeys, raw.key);
  const version = Number(raw.version);
  const isVersion = key === 'termsService' && Number.isSafeInteger(version) && version > 0;
  return { ...(key === undefined ? {} : { key }), ...(isVersion ? { version } : {}) };
}
