import { ANNOUNCEMENT_TOPICS, type AnnouncementTopic, MAX_SEARCH_LENGTH } from '@candor/api';
import { oneOf, type RawSearch } from '../common/search-params.ts';

export interface HelpSearch {
  readonly q?: string;
}

/** Reads the search of the help centre; an empty or overlong one is left out. */
export function helpSearch(raw: RawSearch): HelpSearch {
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).trim() : '';
  return q === '' || q.length > MAX_SEARCH_LENGTH ? {} : { q };
}

export interface AnnouncementSearch {
  readonly topic?: AnnouncementTopic;
}

/** Reads the search of the announcements; unknown topics are left out. */
export function announcementSearch(raw: RawSearch): AnnouncementSearch {
  const topic = oneOf(ANNOUNCEMENT_TOPICS, raw.topic);
  return topic === undefined ? {} : { topic };
}
