import { lookReasons, timelineParts } from '@candor/api';
import { oneOf, type RawSearch } from '../shell/search.ts';
import { type TableSearch, type TableTerms, tableSearch } from '../shell/table-search.ts';

export const usersTerms: TableTerms = {
  filters: [
    { name: 'account', label: 'console.users.name' },
    {
      name: 'kyc',
      label: 'console.users.kyc',
      words: ['none', 'primary', 'advanced'],
      wordText: (word) => `console.users.kyc.${word}`,
    },
    {
      name: 'frozen',
      label: 'console.users.frozen',
      words: ['yes', 'no'],
      wordText: (word) => `console.users.${word}`,
    },
  ],
  orders: {
    'console.users.id': 'userId',
    'console.users.registered': 'createTime',
    'console.users.lastLogin': 'lastLoginTime',
  },
};

export const timelineTerms: TableTerms = {
  filters: [
    {
      name: 'part',
      label: 'console.users.part',
      words: timelineParts,
      wordText: (part) => `console.users.part.${part}`,
    },
  ],
  orders: { 'console.shell.time': 'time' },
};

export const userTabs = [
  'overview',
  'timeline',
  'bills',
  'deposits',
  'withdrawals',
  'access',
  'notes',
] as const;

const readTable = tableSearch(usersTerms);
const readTimeline = tableSearch(timelineTerms);

/** The list of users with its filters; a search `q`; or one user with the reason of the look, a tab and its view. */
export function usersSearch(raw: RawSearch): TableSearch {
  const pick = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
  const user = /^[1-9]\d{0,14}$/.test(String(raw.user)) ? String(raw.user) : undefined;
  if (user !== undefined) {
    return {
      user,
      ...pick('why', oneOf(lookReasons, raw.why)),
      ...pick('tab', oneOf(userTabs, raw.tab)),
      ...(raw.tab === 'timeline' ? readTimeline(raw) : {}),
    };
  }
  const q = (typeof raw.q === 'number' || typeof raw.q === 'string' ? String(raw.q) : '')
    .trim()
    .slice(0, 120);
  return { ...readTable(raw), ...pick('q', q === '' ? undefined : q) };
}
