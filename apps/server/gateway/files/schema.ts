import { type Kysely, sql } from 'kysely';

export interface FilesSchema {
  'files.file': {
    file_id: string;
    user_id: string | number;
    created_at: Date;
    bytes: number;
    width: number;
    height: number;
    is_blurred: boolean;
    /** The file's own key, sealed with one derived from the master key. */
    wrapped_key: Buffer;
    /** Since when something refers to it; null for an upload that nothing uses, which is deleted after a day. */
    kept_at: Date | null;
    /** The difference hash of the picture, as 1024 bits; null for one that was kept before there were any. */
    fingerprint: string | null;
  };
}

export const migrations = {
  '001-files': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table files.file (
          file_id uuid primary key,
          user_id bigint not null references identity.user,
          created_at timestamptz not null,
          bytes integer not null,
          width integer not null,
          height integer not null,
          is_blurred boolean not null,
          wrapped_key bytea not null,
          kept_at timestamptz
        )`.execute(db);
      await sql`create index file_of_user on files.file (user_id, created_at)`.execute(db);
      await sql`create index file_unused on files.file (created_at) where kept_at is null`.execute(db);
    },
  },
  '002-fingerprints': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table files.file add column fingerprint bit(1024)`.execute(db);
    },
  },
};
