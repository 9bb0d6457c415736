import type { LeftOut, OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: what waited for a reviewer, and how it ended. */
export const reviewOwnData: OwnData = {
  tables: [
    {
      table: 'review.item',
      shows: [
        'item_id',
        'kind',
        'subject',
        'version',
        'state',
        'entered_at',
        'deadline_at',
        'verdict',
        'reason',
        'ended_at',
        'value_usdt',
      ],
      without: {
        user_id: 'the owner',
        priority: 'of the queue',
        claimed_by: 'another person',
        claimed_name: 'another person',
        claimed_at: 'of the queue',
      },
      atClosing: { keeps: 'decisions of the house, which name a number alone' },
    },
  ],
};

export const reviewLeftOut: readonly LeftOut[] = [
  {
    table: 'review.served',
    where: 'item_id in (select item_id from review.item where user_id = $1)',
    reason: 'what operators were shown: users read who looked among the entries of their activity',
    atClosing: 'delete',
  },
  {
    table: 'review.note',
    where: 'item_id in (select item_id from review.item where user_id = $1)',
    reason: 'working notes of reviewers, which may name other people',
    atClosing: 'delete',
  },
];
