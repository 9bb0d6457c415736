import { NOTICE_GROUPS, type NoticeGroup } from '@candor/api';
import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

export interface NoticesSearch extends DaysSearch {
  readonly group?: NoticeGroup;
  /** Only what was not read. */
  readonly unread?: true;
}

/** Reads the search of the notification centre; an unknown group is left out. */
export function noticesSearch(raw: RawSearch): NoticesSearch {
  const group = oneOf(NOTICE_GROUPS, raw.group);
  const isUnread = raw.unread === true || raw.unread === 'true';
  return {
    ...(group === undefined ? {} : { group }),
    ...(isUnread ? { unread: true } : {}),
    ...daysSearch(raw),
  };
}
