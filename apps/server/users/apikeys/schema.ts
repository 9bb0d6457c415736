import { type Kysely, sql } from 'kysely';

export interface ApiKeysSchema {
  'apikeys.key': {
    key_id: string;
    user_id: string | number;
    name: string;
    /** Sealed, not hashed: a signature is computed with it. */
    secret_sealed: Buffer;
    scopes: string[];
    /** Addresses and networks that it works from; none where it works from everywhere. */
    addresses: string[];
    created_at: Date;
    expires_at: Date | null;
    last_used_at: Date | null;
    last_address: string | null;
  };
  'identity.user': {
    user_id: string | number;
    frozen_at: Date | null;
  };
}

export const migrations = {
  '001-keys': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table apikeys.key (
          key_id text primary key,
          user_id bigint not null references identity.user,
          name text not null,
          secret_sealed bytea not null,
          scopes text[] not null,
          addresses text[] not null,
          created_at timestamptz not null,
          expires_at timestamptz,
          last_used_at timestamptz,
          last_address text
        )`.execute(db);
      await sql`create index key_of_user on apikeys.key (user_id, created_at desc)`.execute(db);
    },
  },
};
