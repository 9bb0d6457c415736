import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: their keys, without the secrets. */
export const apikeysOwnData: OwnData = {
  tables: [
    {
      table: 'apikeys.key',
      shows: [
        'key_id',
        'name',
        'scopes',
        'addresses',
        'created_at',
        'expires_at',
        'last_used_at',
        'last_address',
      ],
      without: { user_id: 'the owner', secret_sealed: 'the secret, shown once when the key was made' },
      atClosing: 'delete',
    },
  ],
};
