import { type Generated, type Kysely, sql } from 'kysely';

export interface TouchesSchema {
  'touches.touch': {
    touch_id: Generated<string | number>;
    user_id: string | number;
    at: Date;
    role: string;
    act: string;
    reason: string | null;
    /** The coded reason of a decision, such as `kyc.unclear`. */
    code: string | null;
    /** The number of a correction, by which the user's bills find its reason; null for any other act. */
    correction_no: string | number | null;
    /** The number of a reversed deposit; null for any other act. */
    deposit_no: string | number | null;
    /** Who it was, for the house's own inquiries: users read the role alone. */
    operator: string;
  };
}

export const migrations = {
  '001-touches': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table touches.touch (
          touch_id bigint generated always as identity primary key,
          user_id bigint not null references identity.user,
          at timestamptz not null,
          role text not null,
          act text not null,
          reason text,
          operator text not null
        )`.execute(db);
      await sql`create index touch_of_user on touches.touch (user_id, touch_id desc)`.execute(db);
    },
  },
  '002-coded-reasons': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table touches.touch add column code text`.execute(db);
    },
  },
  '003-corrections': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table touches.touch add column correction_no bigint unique`.execute(db);
    },
  },
  '004-reversals': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table touches.touch add column deposit_no bigint unique`.execute(db);
    },
  },
};
