import { billKindNames, depositStates, WITHDRAWAL_STATES } from '@candor/api';
import { type TableFilter, type TableTerms, tableSearch } from '../shell/table-search.ts';

const user: TableFilter = { name: 'userId', label: 'console.records.user', isNumber: true };
const coin: TableFilter = { name: 'coin', label: 'console.records.coin' };
const address: TableFilter = { name: 'address', label: 'console.records.address' };
const transaction: TableFilter = { name: 'transaction', label: 'console.records.transaction' };

const kind: TableFilter = {
  name: 'kind',
  label: 'console.records.kind',
  words: billKindNames,
  wordText: (word) => `console.facts.entry.${word}`,
};

export const billsTerms: TableTerms = {
  filters: [user, coin, kind],
  orders: { 'console.shell.time': 'time' },
};

export const depositsTerms: TableTerms = {
  filters: [
    user,
    coin,
    {
      name: 'state',
      label: 'console.shell.state',
      words: depositStates,
      wordText: (word) => `console.records.state.${word}`,
    },
    address,
    transaction,
  ],
  orders: { 'console.records.no': 'no', 'console.shell.time': 'time' },
};

export const withdrawalsTerms: TableTerms = {
  filters: [
    user,
    coin,
    {
      name: 'state',
      label: 'console.shell.state',
      words: WITHDRAWAL_STATES,
      wordText: (word) => `console.records.state.${word}`,
    },
    address,
    transaction,
  ],
  orders: { 'console.records.no': 'no', 'console.shell.time': 'time', 'console.records.value': 'value' },
};

export const billsSearch = tableSearch(billsTerms);
export const depositsSearch = tableSearch(depositsTerms);
export const withdrawalsSearch = tableSearch(withdrawalsTerms);
