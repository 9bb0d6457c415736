import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: which versions of the terms they accepted. */
export const termsOwnData: OwnData = {
  tables: [
    {
      table: 'terms.acceptance',
      shows: ['version', 'language', 'accepted_at'],
      without: { user_id: 'the owner' },
      atClosing: {
        keeps: 'the proof of which terms held: it names no person, only the number of the account',
      },
    },
  ],
};
