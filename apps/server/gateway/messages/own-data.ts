import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: the messages that were sent to them in the last days. */
export const messagesOwnData: OwnData = {
  tables: [
    {
      table: 'messages.message',
      shows: [
        'message_id',
        'channel',
        'recipient',
        'kind',
        'language',
        'anti_phishing',
        'device',
        'address',
        'withdrawal',
        'act',
        'notices',
        'state',
        'created_at',
        'expires_at',
        'ended_at',
      ],
      without: {
        user_id: 'the owner',
        code_nonce: 'what a code is derived from',
        link_nonce: 'what a link is derived from',
        is_withheld: 'of messages to nobody',
        attempts: 'of the delivery',
        reason: 'of the delivery',
      },
      atClosing: 'delete',
    },
  ],
};
