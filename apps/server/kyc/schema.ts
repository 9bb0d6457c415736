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
    reason: string | null;
    submitted_at: Date;
    due_at: Date;
    decided_at: Date | null;
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
};
