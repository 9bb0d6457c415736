import type { MiningRecordRow } from '@candor/api';
import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

export type RecordKind = MiningRecordRow['kind'];

/** Kinds of movements that the list can be filtered by. */
export const recordKinds = [
  'locked',
  'unlocked',
  'claimed',
  'converted',
  'withdrawn',
] as const satisfies readonly RecordKind[];

/** Choice of what the list of movements shows, as the address keeps it. */
export interface NodeSearch extends DaysSearch {
  readonly kind?: (typeof recordKinds)[number];
}

/** Reads the search of the user's node; unknown values are left out. */
export function nodeSearch(raw: RawSearch): NodeSearch {
  const kind = oneOf(recordKinds, raw.kind);
  return { ...(kind === undefined ? {} : { kind }), ...daysSearch(raw) };
}
