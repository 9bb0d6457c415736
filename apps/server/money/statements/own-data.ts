import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: which yearly statements they asked for. The entries are shown by the ledger. */
export const statementsOwnData: OwnData = {
  tables: [
    {
      table: 'statements.statement',
      shows: ['statement_id', 'year', 'state', 'requested_at', 'until_seq'],
      without: {
        user_id: 'the owner',
        done: 'of the job',
        total: 'of the job',
        catalogue: 'names of assets',
        file: 'a copy of entries, which are all shown',
      },
      atClosing: 'delete',
    },
  ],
};
