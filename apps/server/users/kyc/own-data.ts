import type { OwnData } from '../../base/records/own-data.ts';
import type { Kyc } from './kyc.ts';

/** Records of users in this room: each submission, with the person opened and the photos by number. */
export const kycOwnData = ({ safe }: Pick<Kyc, 'safe'>): OwnData => ({
  tables: [
    {
      table: 'kyc.approval',
      shows: ['level', 'version', 'at'],
      without: {
        user_id: 'the owner',
        operator_id: 'another person',
        operator: 'another person: users read the role',
      },
      atClosing: 'delete',
    },
    {
      table: 'kyc.submission',
      shows: [
        'level',
        'version',
        'state',
        'reason',
        'country',
        'document_type',
        'front',
        'back',
        'handheld',
        'primary_version',
        'submitted_at',
        'due_at',
        'decided_at',
        'person_sealed',
      ],
      without: { user_id: 'the owner', id_hash: 'a keyed hash of the number, which is shown itself' },
      line: ({ user_id: _, id_hash: __, person_sealed: person, ...shown }) => ({
        name: null,
        idNumber: null,
        ...shown,
        ...(person === null ? {} : safe.open(person as Buffer)),
      }),
      atClosing: 'delete',
    },
  ],
});
