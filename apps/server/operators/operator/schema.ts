import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table operator.person (
    operator_id bigint generated always as identity primary key,
    name text not null,
    -- Null until a newcomer has set one.
    password_hash text,
    -- Sealed with the house's own key; null until the factor is enrolled.
    totp_sealed bytea,
    -- The last time step whose code was used: none up to it works again.
    totp_last_step bigint not null default 0,
    created_at timestamptz not null default now(),
    role text not null check (role in ('support', 'content', 'review', 'risk', 'finance', 'admin')),
    -- From when the operator may approve what others propose.
    approves_from timestamptz not null default now(),
    disabled_at timestamptz,
    -- Until when the link or the setup secret lets in; null once the operator has a password of their own.
    setup_until timestamptz,
    -- The key of the act that added the operator.
    added_by_key text unique,
    -- Who proposed and who approved the adding; empty for the first operators.
    added_by bigint[] not null default '{}',
    -- Where the link to set up goes; null for operators whom the program itself made.
    mail text
  );
  create unique index person_by_name on operator.person (lower(name));
  create unique index person_by_mail on operator.person (lower(mail)) where disabled_at is null;
  create table operator.ticket (
    ticket_hash bytea primary key,
    operator_id bigint not null references operator.person,
    -- A factor being enrolled, sealed; null where one is enrolled already.
    enrolment_sealed bytea,
    attempts integer not null default 0,
    expires_at timestamptz not null
  );
  create table operator.session (
    token_hash bytea primary key,
    operator_id bigint not null references operator.person,
    last_used_at timestamptz not null,
    expires_at timestamptz not null
  );
  create table operator.log (
    no bigint primary key,
    time_ms bigint not null,
    operator text not null,
    action text not null,
    details text not null,
    prev_hash text not null,
    hash text not null unique
  );
  create table operator.login_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  create function operator.refuse_change() returns trigger language plpgsql as
  $$ begin raise exception 'the log of operators is only added to'; end $$;
  create trigger log_is_kept before update or delete or truncate on operator.log
    for each statement execute function operator.refuse_change();
  create table operator.known_device (
    device_hash bytea primary key,
    owner_id bigint not null references operator.person,
    known_since timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index known_device_of_owner on operator.known_device (owner_id);
  -- Failed logins of the last hour that are not all in the log yet.
  create table operator.failed_login (
    name text not null,
    address text not null,
    reason text not null,
    first_ms bigint not null,
    last_ms bigint not null,
    times bigint not null,
    -- How many of them the log has.
    logged bigint not null,
    primary key (name, address, reason)
  );
  -- Acts that wait for another operator, and those that ended.
  create table operator.proposal (
    proposal_id bigint generated always as identity primary key,
    act text not null,
    -- The key of the act: also that of its command.
    key text not null unique,
    -- The act that approval runs: a command, or the input of an act on tables.
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
  );
  create index proposal_open on operator.proposal (expires_at) where state = 'open';
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
  end $$;
  create trigger proposal_is_kept before update or delete on operator.proposal
    for each row execute function operator.keep_proposal();
  -- The public key that an operator's browser signs approvals with. The signer has a list of its own.
  create table operator.signing_key (
    operator_id bigint primary key references operator.person,
    public_key text not null unique,
    registered_at timestamptz not null
  );
  -- The link by which a newcomer sets up: one an operator, by its hash.
  create table operator.setup_link (
    operator_id bigint primary key references operator.person,
    link_hash bytea not null unique,
    message_id bigint not null,
    -- The key of the act that sent it.
    act_key text not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null
  );
  -- Notes of operators about users, for each other.
  create table operator.user_note (
    note_id bigint generated always as identity primary key,
    user_id bigint not null references identity.user,
    operator text not null,
    text text not null,
    noted_at timestamptz not null
  );
  create index user_note_of_user on operator.user_note (user_id, note_id desc);
  create trigger user_note_is_kept before update or delete or truncate on operator.user_note
    for each statement execute function operator.refuse_change();
  -- Views of desks that operators saved under names: the search of the desk's address.
  create table operator.view (
    view_id bigint generated always as identity primary key,
    operator_id bigint not null references operator.person,
    desk text not null,
    name text not null,
    search text not null,
    unique (operator_id, desk, name)
  );
  create table operator.sample (
    at timestamptz primary key,
    figures jsonb not null
  );
`,
};
