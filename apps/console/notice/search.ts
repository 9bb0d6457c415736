import { oneOf, type RawSearch } from '../shell/search.ts';

export const noticeParts = [
  'announced',
  'fees',
  'limits',
  'brackets',
  'margin',
  'referral',
  'gears',
] as const;
export type NoticePart = (typeof noticeParts)[number];

export interface NoticeSearch {
  /** The terms that are shown; the announced changes without it. */
  readonly part?: NoticePart;
}

export function noticeSearch(raw: RawSearch): NoticeSearch {
  const part = oneOf(noticeParts, raw.part);
  return part === undefined ? {} : { part };
}
