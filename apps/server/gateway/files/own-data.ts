import type { AtClosing, OwnData } from '../../base/records/own-data.ts';

/** Pictures of appeals, of orders' conversations and of decided applications for a listing outlive the account that sent them. */
export const keepsEvidence = {
  keeps: 'evidence of an order of two, or of why a token was accepted or rejected',
  butDeletes: `file_id not in (select unnest(images) from otc.statement) and file_id not in (
    select m.file_id from chat.message m join chat.conversation c using (chat_id)
    where c.kind = 'order' and m.file_id is not null)
    and file_id not in (
      select unnest(r.files) from listing.round r join listing.application a using (application_id)
      where a.state in ('accepted', 'rejected'))`,
} as const satisfies AtClosing;

/** Records of users in this room: the list of their pictures. */
export const filesOwnData: OwnData = {
  tables: [
    {
      table: 'files.file',
      shows: ['file_id', 'created_at', 'bytes', 'width', 'height', 'is_blurred', 'kept_at', 'holder'],
      without: {
        user_id: 'the owner',
        wrapped_key: 'the key that the file is encrypted with',
        fingerprint: 'computed from the picture',
      },
      atClosing: keepsEvidence,
    },
  ],
};
