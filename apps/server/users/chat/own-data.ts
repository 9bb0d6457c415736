import type { AtClosing, LeftOut, OwnData } from '../../base/records/own-data.ts';

/** Also what was begun without an account under the mail address of the account. */
const OF_PARTY = `chat_id in (select chat_id from chat.party where user_id = $1
  union all select c.chat_id from chat.conversation c join identity.user u on c.guest_email = lower(u.email)
  where u.user_id = $1)`;

/** The conversation of an order stays: it is of two, and evidence. */
const KEEPS_ORDERS: AtClosing = {
  keeps: 'the conversation of an order is of two, and evidence of it',
  butDeletes: `chat_id not in (select chat_id from chat.conversation where kind = 'order')`,
};

/** Records of users in this room: their conversations with all messages. Notes of staff are of staff. */
export const chatOwnData: OwnData = {
  tables: [
    {
      table: 'chat.message',
      where: OF_PARTY,
      shows: [
        'chat_id',
        'number',
        'author',
        'content_type',
        'content',
        'is_masked',
        'file_id',
        'width',
        'height',
        'sent_at',
      ],
      without: {
        message_id: 'a number of the table',
        user_id: 'the owner, or the other side of the conversation',
        operator_id: 'another person',
        operator: 'another person: users read that it was staff',
        act_key: 'the key of the request',
        content_hash: 'tells a retry of the request from another one',
      },
      atClosing: KEEPS_ORDERS,
    },
    {
      table: 'chat.rating',
      where: OF_PARTY,
      shows: ['chat_id', 'is_satisfied', 'text', 'rated_at'],
      atClosing: 'delete',
    },
    {
      table: 'chat.conversation',
      where: OF_PARTY,
      shows: [
        'chat_id',
        'kind',
        'matter',
        'reference',
        'language',
        'status',
        'created_at',
        'last_number',
        'last_at',
        'waiting_since',
        'guest_email',
      ],
      without: {
        chat_key: 'the key of its history',
        snoozed_until: 'a plan of staff',
        operator_id: 'another person',
        operator: 'another person: users read that it was staff',
        present_at: 'about staff',
        staff_read: 'about staff',
        form_key: 'only of conversations without an account',
        link_nonce: 'only of conversations without an account',
        link_hash: 'only of conversations without an account',
      },
      atClosing: KEEPS_ORDERS,
    },
    {
      table: 'chat.party',
      shows: ['chat_id', 'read_number'],
      without: { user_id: 'the owner' },
      atClosing: KEEPS_ORDERS,
    },
  ],
};

export const chatLeftOut: readonly LeftOut[] = [
  { table: 'chat.inbox', reason: 'the random key of the user’s hints', atClosing: 'delete' },
];
