import { CHAT_STATUSES, languages } from '@candor/api';
import type { RawSearch } from '../shell/search.ts';
import { type TableSearch, type TableTerms, tableSearch } from '../shell/table-search.ts';

/** Filters and orders of the queue. */
export const supportTerms: TableTerms = {
  filters: [
    // all of them without it: chosen above the list
    { name: 'own', label: 'console.support.mine', words: ['yes'], isHidden: true },
    {
      name: 'status',
      label: 'console.shell.state',
      words: CHAT_STATUSES,
      wordText: (word) => `console.support.status.${word}`,
    },
    { name: 'language', label: 'console.support.language', words: languages },
    { name: 'userId', label: 'console.support.user', isNumber: true },
    { name: 'operator', label: 'console.support.operator' },
  ],
  orders: { 'console.support.waiting': 'waiting', 'console.support.last': 'time' },
};

const readTable = tableSearch(supportTerms);

const VIEWS: ReadonlySet<string> = new Set(['answers', 'figures', 'office']);

/** The view of the queue, the conversation that is open, or the answers that are kept for reuse. */
export function supportSearch(raw: RawSearch): TableSearch {
  const chat = typeof raw.chat === 'number' ? String(raw.chat) : raw.chat;
  return {
    ...readTable(raw),
    ...(typeof raw.view === 'string' && VIEWS.has(raw.view) ? { view: raw.view } : {}),
    ...(typeof chat === 'string' && /^[1-9]\d{0,14}$/.test(chat) ? { chat } : {}),
  };
}
