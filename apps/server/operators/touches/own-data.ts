import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: who of the house touched the account. */
export const touchesOwnData: OwnData = {
  tables: [
    {
      table: 'touches.touch',
      shows: ['touch_id', 'at', 'role', 'act', 'reason', 'code', 'correction_no', 'deposit_no'],
      without: { user_id: 'the owner', operator: 'another person: users read the role' },
      atClosing: { keeps: 'the record of what the house did, without the name of the account' },
    },
  ],
};
