import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: which exports and closings they asked for. */
export const exportsOwnData: OwnData = {
  tables: [
    {
      table: 'mydata.export',
      shows: ['export_id', 'state', 'requested_at', 'ready_at', 'expires_at', 'bytes'],
      without: {
        user_id: 'the owner',
        files_done: 'of the job',
        files_total: 'of the job',
        wrapped_key: 'the key that the file is encrypted with',
      },
      atClosing: 'delete',
    },
    {
      table: 'mydata.closing',
      shows: ['requested_at', 'ends_at', 'leaves_dust'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
  ],
};
