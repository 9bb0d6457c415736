import { type TableTerms, tableSearch } from '../shell/table-search.ts';

export const messagesTerms: TableTerms = {
  filters: [
    { name: 'recipient', label: 'console.messages.recipient' },
    {
      name: 'channel',
      label: 'console.messages.channel',
      words: ['email', 'sms'],
      wordText: (word) => `console.messages.channel.${word}`,
    },
    {
      name: 'state',
      label: 'console.shell.state',
      words: ['waiting', 'sent', 'kept', 'withheld', 'expired', 'failed'],
      wordText: (word) => `console.messages.state.${word}`,
    },
  ],
  orders: { 'console.shell.time': 'time' },
};

export const messagesSearch = tableSearch(messagesTerms);
