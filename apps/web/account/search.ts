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
}

/** Reads the search of the user centre; an unknown panel is left out. */
export function userSearch(raw: RawSearch): UserSearch {
  const key = oneOf(userKeys, raw.key);
  return key === undefined ? {} : { key };
}
