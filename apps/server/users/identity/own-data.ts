import type { LeftOut, OwnData } from '../../base/records/own-data.ts';

const HASH = 'a hash of a secret: it shows nothing and must not leave';
const ANONYMOUS = {
  account: null,
  email: null,
  phone: null,
  password_hash: '',
  avatar: null,
  time_zone: null,
} as const;

/** Records of users in this room. */
export const identityOwnData: OwnData = {
  tables: [
    {
      table: 'identity.login_log',
      shows: ['login_id', 'at', 'address', 'agent', 'method', 'is_new_device'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
    {
      table: 'identity.session',
      shows: ['began_at', 'issued_at', 'expires_at', 'replaced_at'],
      without: { token_hash: HASH, user_id: 'the owner', family: 'a number of the house', device_hash: HASH },
      atClosing: 'delete',
    },
    {
      table: 'identity.known_device',
      owner: 'owner_id',
      shows: ['name', 'agent', 'address', 'known_since', 'last_used_at', 'expires_at'],
      without: { device_hash: HASH, owner_id: 'the owner' },
      atClosing: 'delete',
    },
    {
      table: 'identity.favourite',
      shows: ['symbol_id', 'added_at'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
    {
      table: 'identity.user',
      shows: [
        'user_id',
        'account',
        'email',
        'phone',
        'invite_code',
        'language',
        'time_zone',
        'created_at',
        'frozen_at',
        'avatar',
        'closed_at',
      ],
      without: { password_hash: HASH, invited_by: 'another user' },
      atClosing: { keeps: 'the number of the account, which the ledger needs', sets: ANONYMOUS },
    },
  ],
};

export const identityLeftOut: readonly LeftOut[] = [
  {
    table: 'identity.ticket',
    reason: 'the first step of a login, for ten minutes: hashes alone',
    atClosing: 'delete',
  },
  {
    table: 'identity.registration',
    reason: 'the key of a registration, for fifteen minutes: hashes alone',
    atClosing: 'delete',
  },
];
