import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table touches.touch (
    touch_id bigint generated always as identity primary key,
    user_id bigint not null references identity.user,
    at timestamptz not null,
    role text not null,
    act text not null,
    reason text,
    -- Who it was, for the house's own inquiries: users read the role alone.
    operator text not null,
    -- The coded reason of a decision, such as 'kyc.unclear'.
    code text,
    -- The number of a correction, by which the user's bills find its reason; null for any other act.
    correction_no bigint unique,
    -- The number of a reversed deposit; null for any other act.
    deposit_no bigint unique
  );
  create index touch_of_user on touches.touch (user_id, touch_id desc);
`,
};
