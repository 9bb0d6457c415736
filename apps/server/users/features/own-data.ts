import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: the countries by which switches are decided. */
export const featuresOwnData: OwnData = {
  tables: [
    {
      table: 'features.person',
      shows: ['registered', 'declared', 'declared_at'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
  ],
};
