import { type TableTerms, tableSearch } from '../shell/table-search.ts';

export const jobsTerms: TableTerms = {
  filters: [
    {
      name: 'state',
      label: 'console.shell.state',
      words: ['waiting', 'retrying', 'running', 'failed'],
      wordText: (word) => `console.jobs.state.${word}`,
    },
    { name: 'task', label: 'console.jobs.task' },
  ],
  orders: { 'console.jobs.no': 'id', 'console.jobs.made': 'time', 'console.jobs.attempts': 'attempts' },
};

export const jobsSearch = tableSearch(jobsTerms);
