import { type Kysely, sql } from 'kysely';

export interface BankSchema {
  'bank.card': {
    user_id: string | number;
    /** All of the card as JSON, sealed. */
    card_sealed: Buffer;
    bound_at: Date;
  };
  'bank.payment': {
    user_id: string | number;
    type: string;
    method_sealed: Buffer;
    updated_at: Date;
  };
}

export const migrations = {
  '001-bank': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table bank.card (
          user_id bigint primary key references identity.user,
          card_sealed bytea not null,
          bound_at timestamptz not null
        )`.execute(db);
      await sql`
        create table bank.payment (
          user_id bigint not null references identity.user,
          type text not null,
          method_sealed bytea not null,
          updated_at timestamptz not null,
          primary key (user_id, type)
        )`.execute(db);
    },
  },
};
