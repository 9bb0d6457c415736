import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: the list of their pictures. */
export const filesOwnData: OwnData = {
  tables: [
    {
      table: 'files.file',
      shows: ['file_id', 'created_at', 'bytes', 'width', 'height', 'is_blurred', 'kept_at'],
      without: {
        user_id: 'the owner',
        wrapped_key: 'the key that the file is encrypted with',
        fingerprint: 'computed from the picture',
      },
      atClosing: 'delete',
    },
  ],
};
