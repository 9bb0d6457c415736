import type { OperatorRole } from '@candor/api';
import { type Generated, type Kysely, sql } from 'kysely';
import { makeKnownDevices } from '../../gateway/logins/index.ts';

export interface OperatorSchema {
  /** The public key that an operator's browser signs approvals with. The signer has a list of its own. */
  'operator.signing_key': {
    operator_id: string | number;
    public_key: string;
    registered_at: Date;
  };
  'operator.person': {
    operator_id: Generated<string | number>;
    name: string;
    /** Where the link to set up goes; null for operators whom the program itself made. */
    mail: Generated<string | null>;
    /** Null until a newcomer has set one. */
    password_hash: string | null;
    /** Sealed with the house's own key; null until the factor is enrolled. */
    totp_sealed: Buffer | null;
    /** The last time step whose code was used: none up to it works again. */
    totp_last_step: string | number;
    role: OperatorRole;
    /** From when the operator may approve what others propose. */
    approves_from: Generated<Date>;
    disabled_at: Generated<Date | null>;
    /** Until when the link or the setup secret lets in; null once the operator has a password of their own. */
    setup_until: Generated<Date | null>;
    /** The key of the act that added the operator. */
    added_by_key: Generated<string | null>;
    /** Who proposed and who approved the adding; empty for the first operators. */
    added_by: Generated<(string | number)[]>;
    created_at: Generated<Date>;
  };
  /** The link by which a newcomer sets up: one an operator, by its hash. */
  'operator.setup_link': {
    operator_id: string | number;
    link_hash: Buffer;
    message_id: string | number;
    /** The key of the act that sent it. */
    act_key: string;
    sent_at: Date;
    expires_at: Date;
  };
  /** Acts that wait for another operator, and those that ended. */
  'operator.proposal': {
    proposal_id: Generated<string | number>;
    act: string;
    /** The key of the act: also that of its command. */
    key: string;
    /** The act that approval runs: a command, or the input of an act on tables. */
    payload: string;
    before: string | null;
    after: string;
    reason: string;
    proposer_id: string | number;
    created_at: Date;
    expires_at: Date;
    state: Generated<'open' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'outdated'>;
    decider_id: string | number | null;
    decision_reason: string | null;
    decided_at: Date | null;
  };
  'operator.ticket': {
    ticket_hash: Buffer;
    operator_id: string | number;
    /** A factor being enrolled, sealed; null where one is enrolled already. */
    enrolment_sealed: Buffer | null;
    attempts: number;
    expires_at: Date;
  };
  'operator.session': {
    token_hash: Buffer;
    operator_id: string | number;
    last_used_at: Date;
    expires_at: Date;
  };
  /** Failed logins of the last hour that are not all in the log yet. */
  'operator.failed_login': {
    name: string;
    address: string;
    reason: string;
    first_ms: string | number;
    last_ms: string | number;
    times: string | number;
    /** How many of them the log has. */
    logged: string | number;
  };
  /** Notes of operators about users, for each other. */
  'operator.user_note': {
    note_id: Generated<string | number>;
    user_id: string | number;
    operator: string;
    text: string;
    noted_at: Date;
  };
  /** Views of desks that operators saved under names: the search of the desk's address. */
  'operator.view': {
    view_id: Generated<string | number>;
    operator_id: string | number;
    desk: string;
    name: string;
    search: string;
  };
  'operator.log': {
    no: string | number;
    time_ms: string | number;
    operator: string;
    action: string;
    details: string;
    prev_hash: string;
    hash: string;
  };
}

export const migrations = {
  '001-operators': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table operator.person (
          operator_id bigint generated always as identity primary key,
          name text not null,
          password_hash text not null,
          totp_sealed bytea,
          totp_last_step bigint not null default 0,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`create unique index person_by_name on operator.person (lower(name))`.execute(db);
      await sql`
        create table operator.ticket (
          ticket_hash bytea primary key,
          operator_id bigint not null references operator.person,
          enrolment_sealed bytea,
          attempts integer not null default 0,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table operator.session (
          token_hash bytea primary key,
          operator_id bigint not null references operator.person,
          last_used_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table operator.log (
          no bigint primary key,
          time_ms bigint not null,
          operator text not null,
          action text not null,
          details text not null,
          prev_hash text not null,
          hash text not null unique
        )`.execute(db);
      await sql`
        create function operator.refuse_change() returns trigger language plpgsql as
        $$ begin raise exception 'the log of operators is only added to'; end $$`.execute(db);
      await sql`
        create trigger log_is_kept before update or delete or truncate on operator.log
        for each statement execute function operator.refuse_change()`.execute(db);
      await sql`
        create table operator.login_limit (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`.execute(db);
    },
  },
  '002-known-devices-and-failures': {
    async up(db: Kysely<unknown>): Promise<void> {
      await makeKnownDevices(db, 'operator', 'operator.person');
      await sql`
        create table operator.failed_login (
          name text not null,
          address text not null,
          reason text not null,
          first_ms bigint not null,
          last_ms bigint not null,
          times bigint not null,
          logged bigint not null,
          primary key (name, address, reason)
        )`.execute(db);
    },
  },
  '003-roles-and-proposals': {
    async up(db: Kysely<unknown>): Promise<void> {
      // who was an operator before there were roles could do everything
      await sql`
        alter table operator.person
          add role text not null default 'admin'
            check (role in ('support', 'content', 'review', 'risk', 'finance', 'admin')),
          add approves_from timestamptz not null default now(),
          add disabled_at timestamptz,
          add setup_until timestamptz,
          add added_by_key text unique`.execute(db);
      await sql`alter table operator.person alter role drop default`.execute(db);
      await sql`
        create table operator.proposal (
          proposal_id bigint generated always as identity primary key,
          act text not null,
          key text not null unique,
          payload text not null,
          before text,
          after text not null,
          reason text not null,
          proposer_id bigint not null references operator.person,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          state text not null default 'open'
            check (state in ('open', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated')),
          decider_id bigint references operator.person,
          decision_reason text,
          decided_at timestamptz,
          check ((state = 'open') = (decided_at is null)),
          check (state not in ('approved', 'rejected', 'outdated')
            or (decider_id is not null and decider_id <> proposer_id and decision_reason is not null)),
          check (state <> 'withdrawn' or decider_id = proposer_id)
        )`.execute(db);
      await sql`create index proposal_open on operator.proposal (expires_at) where state = 'open'`.execute(
        db,
      );
      await sql`
        create function operator.keep_proposal() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'UPDATE' then raise exception 'proposals are kept'; end if;
          if old.state <> 'open' or (new.proposal_id, new.act, new.key, new.payload, new.after, new.reason,
              new.proposer_id, new.created_at, new.expires_at)
            is distinct from (old.proposal_id, old.act, old.key, old.payload, old.after, old.reason,
              old.proposer_id, old.created_at, old.expires_at)
            or new.before is distinct from old.before
          then raise exception 'a proposal only ends, and once'; end if;
          return new;
        end $$`.execute(db);
      await sql`
        create trigger proposal_is_kept before update or delete on operator.proposal
        for each row execute function operator.keep_proposal()`.execute(db);
    },
  },
  '004-signing-keys': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table operator.signing_key (
          operator_id bigint primary key references operator.person,
          public_key text not null unique,
          registered_at timestamptz not null
        )`.execute(db);
    },
  },
  '005-added-by': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`alter table operator.person add added_by bigint[] not null default '{}'`.execute(db);
    },
  },
  '006-setup-links': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        alter table operator.person add mail text, alter password_hash drop not null`.execute(db);
      await sql`
        create unique index person_by_mail on operator.person (lower(mail)) where disabled_at is null`.execute(
        db,
      );
      await sql`
        create table operator.setup_link (
          operator_id bigint primary key references operator.person,
          link_hash bytea not null unique,
          message_id bigint not null,
          act_key text not null,
          sent_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
    },
  },
  '010-notes-and-views': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table operator.user_note (
          note_id bigint generated always as identity primary key,
          user_id bigint not null references identity.user,
          operator text not null,
          text text not null,
          noted_at timestamptz not null
        )`.execute(db);
      await sql`create index user_note_of_user on operator.user_note (user_id, note_id desc)`.execute(db);
      await sql`
        create trigger user_note_is_kept before update or delete or truncate on operator.user_note
        for each statement execute function operator.refuse_change()`.execute(db);
      await sql`
        create table operator.view (
          view_id bigint generated always as identity primary key,
          operator_id bigint not null references operator.person,
          desk text not null,
          name text not null,
          search text not null,
          unique (operator_id, desk, name)
        )`.execute(db);
      await sql`create table operator.sample (at timestamptz primary key, figures jsonb not null)`.execute(
        db,
      );
    },
  },
};
