import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table bank.card (
    user_id bigint primary key references identity.user,
    -- All of the card as JSON, sealed.
    card_sealed bytea not null,
    -- Keyed hash of the number: the same card of two users is found without opening either.
    card_mark bytea not null,
    bound_at timestamptz not null
  );
  create index card_by_mark on bank.card (card_mark);
  create table bank.payment (
    user_id bigint not null references identity.user,
    type text not null,
    method_sealed bytea not null,
    updated_at timestamptz not null,
    primary key (user_id, type)
  );
`,
};
