import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: the newest computation of their tier. */
export const tiersOwnData: OwnData = {
  tables: [
    {
      table: 'tiers.standing',
      shows: ['day', 'tier', 'at'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
  ],
};
