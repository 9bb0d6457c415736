import type { RawSearch } from '../shell/search.ts';
import { type TableSearch, type TableTerms, tableSearch } from '../shell/table-search.ts';

/** A kind of review as the queue counts it. */
interface Counted {
  readonly kind: string;
  readonly waiting: number;
}

/** Filters and orders of the queue; the kinds are those that the operator may judge. */
export const reviewTerms = (kinds: readonly Counted[]): TableTerms => ({
  filters: [
    // what waits without it: chosen above the list
    { name: 'ended', label: 'console.shell.ended', words: ['yes'], isHidden: true },
    {
      name: 'kind',
      label: 'console.queue.kind',
      words: kinds.map(({ kind }) => kind),
      wordText: (kind) => `review.kind.${kind}`,
      counts: Object.fromEntries(kinds.map(({ kind, waiting }) => [kind, waiting])),
    },
    { name: 'userId', label: 'console.queue.user', isNumber: true },
    { name: 'operator', label: 'console.queue.operator' },
  ],
  orders: {
    'console.queue.kind': 'kind',
    'console.queue.value': 'value',
    'console.queue.entered': 'time',
    'console.queue.deadline': 'deadline',
  },
});

const readTable = tableSearch(reviewTerms([]));

/** The view of the queue, and the item that is open. */
export function reviewSearch(raw: RawSearch): TableSearch {
  const item = typeof raw.item === 'number' ? String(raw.item) : raw.item;
  const { kind } = raw;
  return {
    ...readTable(raw),
    ...(typeof kind === 'string' && /^[a-z][A-Za-z0-9]{1,39}$/.test(kind) ? { kind } : {}),
    ...(typeof item === 'string' && /^[1-9]\d{0,14}$/.test(item) ? { item } : {}),
  };
}
