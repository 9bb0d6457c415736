import type { OwnData } from '../../base/records/own-data.ts';

const SECRET = 'a hash of a secret';

/** Records of users in this room: requests to remove lost factors. */
export const recoveryOwnData: OwnData = {
  tables: [
    {
      table: 'recovery.approval',
      where: 'request_no in (select request_no from recovery.request where user_id = $1)',
      shows: ['request_no', 'role', 'reason', 'at'],
      without: { operator_id: 'another person', operator: 'another person: users read the role' },
      atClosing: 'delete',
    },
    {
      table: 'recovery.request',
      shows: [
        'request_no',
        'state',
        'proof',
        'needs_photo',
        'contact',
        'note',
        'photo',
        'language',
        'opened_at',
        'submitted_at',
        'due_at',
        'reason',
        'ended_at',
      ],
      without: {
        user_id: 'the owner',
        token_hash: SECRET,
        link_hash: SECRET,
        password_hash: SECRET,
        device: SECRET,
      },
      atClosing: 'delete',
    },
  ],
};
