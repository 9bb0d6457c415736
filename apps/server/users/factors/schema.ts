import type { Tables } from '../../base/database/index.ts';

/** The table of this room's limits; no other schema's has the same name. */
export const LIMIT_TABLE = 'guess_limit';

export const migrations: Tables = {
  sql: `
  create table factors.authenticator (
    user_id bigint primary key references identity.user,
    -- Sealed with the house's own key.
    secret_sealed bytea not null,
    -- The last time step whose code was used: none up to it works again.
    last_step bigint not null,
    bound_at timestamptz not null
  );
  create table factors.enrolment (
    user_id bigint primary key references identity.user,
    secret_sealed bytea not null,
    -- The time step of the code that proved the secret; null until one did.
    proven_step bigint,
    -- Hash of the code: the act that binds is sent again with it after step-up.
    proven_hash bytea,
    expires_at timestamptz not null
  );
  create table factors.recovery_code (
    user_id bigint not null references identity.user,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  );
  create table factors.passkey (
    passkey_id text primary key,
    user_id bigint not null references identity.user,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  );
  create index passkey_of_user on factors.passkey (user_id);
  -- Challenges of WebAuthn that were answered.
  create table factors.used_challenge (
    challenge_hash bytea primary key,
    expires_at timestamptz not null
  );
  create index used_challenge_by_end on factors.used_challenge (expires_at);
  create table factors.fund_password (
    user_id bigint primary key references identity.user,
    password_hash text not null,
    set_at timestamptz not null
  );
  create table factors.anti_phishing (
    user_id bigint primary key references identity.user,
    words text not null
  );
  -- Withdrawals wait until the latest of a user.
  create table factors.hold (
    user_id bigint not null references identity.user,
    reason text not null,
    begun_at timestamptz not null,
    until timestamptz not null,
    primary key (user_id, reason)
  );
  create table factors.step_up (
    challenge uuid primary key default gen_random_uuid(),
    user_id bigint not null references identity.user,
    -- The family of the session that it is bound to.
    family uuid not null,
    call text not null,
    -- Hash of what the act was asked to do.
    content_hash bytea not null,
    level text not null,
    tries integer not null default 0,
    -- When each kind was shown, in ms since 1970; 'passkey' for a passkey.
    passed jsonb not null,
    -- The idempotency key of the act that took it.
    act_key text,
    done_at timestamptz,
    answer_sealed bytea,
    opened_at timestamptz not null,
    expires_at timestamptz not null,
    -- While an attempt at the act is under way that has not entered its answer, others with the key wait until
    -- then.
    attempt_until timestamptz,
    -- The parts of the act that its owner confirms, as 'ActFact's.
    facts jsonb not null default '[]'
  );
  create index step_up_of_user on factors.step_up (user_id, opened_at);
  create table factors.freeze_link (
    link_hash bytea primary key,
    user_id bigint not null references identity.user,
    expires_at timestamptz not null,
    used_at timestamptz
  );
  create index freeze_link_of_user on factors.freeze_link (user_id);
  create table factors.guess_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  -- The newest code to a new contact that was right: the act that binds is sent again with it after step-up.
  create table factors.proven_contact (
    user_id bigint primary key references identity.user,
    -- Hash of login, contact and code.
    proof bytea not null,
    expires_at timestamptz not null
  );
`,
};
