import { type Kysely, sql } from 'kysely';

/** `replaced`: a later submission took its place before it was decided. */
export type SubmissionState = 'pending' | 'approved' | 'rejected' | 'replaced';

export interface KycSchema {
  'kyc.submission': {
    user_id: string | number;
    level: 'primary' | 'advanced';
    /** Counts the submissions of a user and level, from 1. */
    version: number;
    state: SubmissionState;
    /** Name and ID number as JSON, sealed; null for the advanced level. */
    person_sealed: Buffer | null;
    /** Keyed hash of the ID number: one document on two accounts has one hash. */
    id_hash: Buffer | null;
    country: string | null;
    document_type: string | null;
    front: string | null;
    back: string | null;
    handheld: string | null;
    /** The version of the primary level that the advanced one rests on; null for the primary level. */
    primary_version: number | null;
    reason: string | null;
    submitted_at: Date;
    due_at: Date;
    decided_at: Date | null;
  };
  /** The first of the two approvals of an advanced level. Rows are only added. */
  'kyc.approval': {
    user_id: string | number;
    level: 'primary' | 'advanced';
    version: number;
    operator_id: string | number;
    operator: string;
    at: Date;
  };
}

export const migrations = {
  '001-kyc': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table kyc.submission (
          user_id bigint not null references identity.user,
          level text not null check (level in ('primary', 'advanced')),
          version integer not null,
          state text not null check (state in ('pending', 'approved', 'rejected', 'replaced')),
          person_sealed bytea,
          id_hash bytea,
          country text,
          document_type text,
          front uuid,
          back uuid,
          handheld uuid,
          reason text,
          submitted_at timestamptz not null,
          due_at timestamptz not null,
          decided_at timestamptz,
          primary key (user_id, level, version),
          check ((state = 'rejected') = (reason is not null))
        )`.execute(db);
      await sql`create index submission_of_document on kyc.submission (id_hash)`.execute(db);
    },
  },
  '002-two-approvals': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table kyc.submission add column primary_version integer`.execute(db);
      await sql`
        update kyc.submission s set primary_version = (
          select max(p.version) from kyc.submission p where p.user_id = s.user_id and p.level = 'primary')
        where level = 'advanced'`.execute(db);
      await sql`
        create table kyc.approval (
          user_id bigint not null,
          level text not null,
          version integer not null,
          operator_id bigint not null,
          operator text not null,
          at timestamptz not null,
          primary key (user_id, level, version, operator_id),
          foreign key (user_id, level, version) references kyc.submission on delete cascade
        )`.execute(db);
    },
  },
};
