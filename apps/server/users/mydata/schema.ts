import { type Kysely, sql } from 'kysely';

/** `failed`: the job was given up. `expired`: the file was deleted. */
export type ExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired';

export interface MyDataSchema {
  'mydata.export': {
    export_id: string;
    user_id: string | number;
    state: ExportState;
    requested_at: Date;
    /** Files that are written, of how many. */
    files_done: number;
    files_total: number;
    ready_at: Date | null;
    expires_at: Date | null;
    bytes: number | null;
    /** The key of the file, sealed by the files' room; null once the file is deleted. */
    wrapped_key: Buffer | null;
  };
  /** Accounts that end unless somebody logs in before. */
  'mydata.closing': {
    user_id: string | number;
    requested_at: Date;
    ends_at: Date;
    /** True where the user gives up what is worth less than a payout. */
    leaves_dust: boolean;
  };
}

export const migrations = {
  '001-exports': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table mydata.export (
          export_id uuid primary key,
          user_id bigint not null references identity.user,
          state text not null,
          requested_at timestamptz not null,
          files_done integer not null,
          files_total integer not null,
          ready_at timestamptz,
          expires_at timestamptz,
          bytes bigint,
          wrapped_key bytea
        )`.execute(db);
      await sql`create index export_of_user on mydata.export (user_id, requested_at desc)`.execute(db);
    },
  },
  '002-closings': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table mydata.closing (
          user_id bigint primary key references identity.user,
          requested_at timestamptz not null,
          ends_at timestamptz not null,
          leaves_dust boolean not null
        )`.execute(db);
    },
  },
};
