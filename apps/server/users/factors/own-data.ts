import type { LeftOut, OwnData } from '../../base/records/own-data.ts';

const SECRET = 'a secret, or what it is checked with';
const owner = { user_id: 'the owner' } as const;

/** Records of users in this room: which factors there are, and none of their secrets. */
export const factorsOwnData: OwnData = {
  tables: [
    {
      table: 'factors.authenticator',
      shows: ['bound_at'],
      without: { ...owner, secret_sealed: SECRET, last_step: SECRET },
      atClosing: 'delete',
    },
    {
      table: 'factors.passkey',
      shows: ['name', 'created_at', 'last_used_at', 'transports'],
      without: { ...owner, passkey_id: SECRET, public_key: SECRET, counter: SECRET },
      atClosing: 'delete',
    },
    {
      table: 'factors.recovery_code',
      shows: ['used_at'],
      without: { ...owner, code_hash: SECRET },
      atClosing: 'delete',
    },
    {
      table: 'factors.fund_password',
      shows: ['set_at'],
      without: { ...owner, password_hash: SECRET },
      atClosing: 'delete',
    },
    { table: 'factors.anti_phishing', shows: ['words'], without: owner, atClosing: 'delete' },
    { table: 'factors.hold', shows: ['reason', 'begun_at', 'until'], without: owner, atClosing: 'delete' },
    {
      table: 'factors.freeze_link',
      shows: ['expires_at', 'used_at'],
      without: { ...owner, link_hash: SECRET },
      atClosing: 'delete',
    },
    {
      table: 'factors.step_up',
      shows: ['call', 'level', 'facts', 'opened_at', 'done_at', 'expires_at', 'tries'],
      without: {
        ...owner,
        challenge: SECRET,
        family: 'a number of the house',
        content_hash: SECRET,
        passed: SECRET,
        act_key: SECRET,
        answer_sealed: SECRET,
        attempt_until: 'a number of the house',
      },
      atClosing: 'delete',
    },
  ],
};

export const factorsLeftOut: readonly LeftOut[] = [
  { table: 'factors.enrolment', reason: 'a secret that waits for its first code', atClosing: 'delete' },
  { table: 'factors.proven_contact', reason: 'a hash that lasts for minutes', atClosing: 'delete' },
];
