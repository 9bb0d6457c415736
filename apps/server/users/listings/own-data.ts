import type { AtClosing, OwnData } from '../../base/records/own-data.ts';

/** The reason why a token was accepted or rejected stays, also for who applies for it later. */
const KEEPS_DECIDED: AtClosing = {
  keeps: 'evidence of why a token was accepted or rejected',
  butDeletes: `application_id not in (
    select application_id from listing.application where state in ('accepted', 'rejected'))`,
};

/** Applications of a user with everything that was sent, asked and answered. */
export const listingOwnData: OwnData = {
  tables: [
    {
      table: 'listing.verdict',
      where: 'application_id in (select application_id from listing.application where user_id = $1)',
      shows: ['application_id', 'review_round', 'verdict', 'reason', 'unmet', 'at'],
      without: {
        operator_id: 'another person',
        operator: 'another person: users read the role',
      },
      atClosing: KEEPS_DECIDED,
    },
    {
      table: 'listing.round',
      where: 'application_id in (select application_id from listing.application where user_id = $1)',
      shows: [
        'application_id',
        'review_round',
        'form',
        'files',
        'sent_at',
        'answer',
        'ask_code',
        'ask_text',
        'asked_at',
      ],
      without: { token: 'chain and contract of the form, as they are compared' },
      atClosing: KEEPS_DECIDED,
    },
    {
      table: 'listing.application',
      shows: [
        'application_id',
        'state',
        'version',
        'form',
        'files',
        'review_round',
        'reason',
        'unmet',
        'created_at',
        'changed_at',
        'due_at',
        'decided_at',
      ],
      without: { user_id: 'the owner', made_by: 'the key of the act that began it' },
      atClosing: KEEPS_DECIDED,
    },
  ],
};
