import type { LeftOut, OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: their notices, and which channels they switched. */
export const noticesOwnData: OwnData = {
  tables: [
    {
      table: 'notices.notice',
      shows: ['notice_id', 'kind', 'facts', 'at', 'is_read'],
      without: {
        user_id: 'the owner',
        key: 'of the storage',
        is_mail_due: 'of the delivery',
        is_sms_due: 'of the delivery',
      },
      atClosing: 'delete',
    },
    {
      table: 'notices.setting',
      shows: ['kind', 'channel', 'is_on'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
  ],
};

export const noticesLeftOut: readonly LeftOut[] = [
  { table: 'notices.noted', reason: 'the next second delivers it', atClosing: 'delete' },
  { table: 'notices.mailbox', reason: 'a time that keeps mails apart', atClosing: 'delete' },
];
