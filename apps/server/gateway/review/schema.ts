import { type Generated, type Kysely, sql } from 'kysely';

/** `withdrawn`: a later version took its place, or what was to be judged is gone. */
export const reviewStates = ['open', 'claimed', 'decided', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];

export interface ReviewSchema {
  'review.item': {
    item_id: Generated<string | number>;
    kind: string;
    subject: string;
    version: number;
    user_id: string | number;
    /** Higher comes first. */
    priority: number;
    state: Generated<ReviewState>;
    entered_at: Date;
    deadline_at: Date;
    claimed_by: string | number | null;
    claimed_name: string | null;
    /** Null for a claim of an operator who was disabled since. */
    claimed_at: Generated<Date | null>;
    verdict: 'approve' | 'reject' | null;
    reason: string | null;
    ended_at: Date | null;
    /** Its worth when it entered, in base units of USDT; null where nothing is paid or nobody values the coin. */
    value_usdt: string | bigint | null;
  };
  'review.note': {
    note_id: Generated<string | number>;
    item_id: string | number;
    operator: string;
    text: string;
    noted_at: Date;
  };
  /** What an operator was served of an item: a verdict needs all of it. */
  'review.served': {
    item_id: string | number;
    operator_id: string | number;
    /** The name of a picture; '' for the facts. */
    part: string;
    /** Of the facts: the pictures that the item rests on. */
    images: string[];
    /** False for a picture that is not there any more. */
    is_there: boolean;
    served_at: Date;
  };
}

export const migrations = {
  '001-queue': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table review.item (
          item_id bigint generated always as identity primary key,
          kind text not null,
          subject text not null,
          version integer not null,
          user_id bigint not null,
          priority integer not null,
          state text not null default 'open' check (state in ('open', 'claimed', 'decided', 'withdrawn')),
          entered_at timestamptz not null,
          deadline_at timestamptz not null,
          claimed_by bigint,
          claimed_name text,
          verdict text check (verdict in ('approve', 'reject')),
          reason text,
          ended_at timestamptz,
          check ((state in ('open', 'withdrawn')) or claimed_by is not null),
          check ((state = 'decided') = (verdict is not null and reason is not null)),
          check ((state in ('decided', 'withdrawn')) = (ended_at is not null))
        )`.execute(db);
      await sql`
        create unique index item_in_hand on review.item (kind, subject) where state in ('open', 'claimed')`.execute(
        db,
      );
      await sql`
        create index item_queue on review.item (priority desc, deadline_at, item_id)
          where state in ('open', 'claimed')`.execute(db);
      await sql`
        create table review.note (
          note_id bigint generated always as identity primary key,
          item_id bigint not null references review.item,
          operator text not null,
          text text not null,
          noted_at timestamptz not null
        )`.execute(db);
      await sql`create index note_of_item on review.note (item_id, note_id)`.execute(db);
    },
  },
  '002-value': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table review.item add column value_usdt bigint`.execute(db);
    },
  },
  '003-claimed-at': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table review.item add column claimed_at timestamptz`.execute(db);
      await sql`update review.item set claimed_at = now() where state = 'claimed'`.execute(db);
    },
  },
  '004-served': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table review.served (
          item_id bigint not null references review.item on delete cascade,
          operator_id bigint not null,
          part text not null,
          images text[] not null,
          is_there boolean not null,
          served_at timestamptz not null,
          primary key (item_id, operator_id, part)
        )`.execute(db);
    },
  },
};
