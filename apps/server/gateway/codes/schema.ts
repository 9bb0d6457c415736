import { type Kysely, sql } from 'kysely';

export interface CodesSchema {
  'codes.flow': {
    /** A digest of the browser, the purpose and the address: each browser has a flow of its own. */
    flow_hash: Buffer;
    /** Nonce from which the code is derived; null where none was delivered, so that no code fits. */
    nonce: Buffer | null;
    tries: number;
    sent_at: Date;
    expires_at: Date;
  };
}

export const migrations = {
  '001-flows': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table codes.flow (
          flow_hash bytea primary key,
          nonce bytea,
          tries smallint not null,
          sent_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index flow_by_end on codes.flow (expires_at)`.execute(db);
      await sql`
        create table codes.limits (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`.execute(db);
    },
  },
};
