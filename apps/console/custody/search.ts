import { custodyOutcomes, movementKinds, movementStates } from '@candor/api';
import { oneOf, type RawSearch } from '../shell/search.ts';
import { type TableFilter, type TableSearch, type TableTerms, tableSearch } from '../shell/table-search.ts';

export const custodyTabs = ['overview', 'movements', 'reports'] as const;

const coins: readonly TableFilter[] = [
  { name: 'coin', label: 'console.custody.coin' },
  { name: 'network', label: 'console.custody.network' },
];

export const movementTerms: TableTerms = {
  filters: [
    {
      name: 'kind',
      label: 'console.custody.kind',
      words: movementKinds,
      wordText: (word) => `console.custody.kind.${word}`,
    },
    ...coins,
    {
      name: 'state',
      label: 'console.shell.state',
      words: movementStates,
      wordText: (word) => `console.custody.movement.${word}`,
    },
    { name: 'address', label: 'console.custody.address' },
    { name: 'transaction', label: 'console.custody.transaction' },
  ],
  orders: { 'console.shell.time': 'time' },
};

export const reportTerms: TableTerms = {
  filters: [
    ...coins,
    {
      name: 'state',
      label: 'console.shell.state',
      words: custodyOutcomes,
      wordText: (word) => `console.custody.state.${word}`,
    },
  ],
  orders: { 'console.shell.time': 'time' },
};

const readers = { movements: tableSearch(movementTerms), reports: tableSearch(reportTerms) };

/** The tab of custody, and the view of its list. */
export function custodySearch(raw: RawSearch): TableSearch {
  const tab = oneOf(['movements', 'reports'], raw.tab);
  return tab === undefined ? {} : { ...readers[tab](raw), tab };
}
