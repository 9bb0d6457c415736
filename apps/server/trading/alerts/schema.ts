import type { Tables } from '../../base/database/index.ts';

export const migrations: Tables = {
  sql: `
  create table alerts.alert (
    alert_id bigint generated always as identity primary key,
    -- The house makes these tables where it comes before the doors: nothing of theirs is named here.
    user_id bigint not null,
    symbol text not null,
    source text not null check (source in ('index', 'last')),
    -- The symbol whose prices it follows: a contract's index is that of a market.
    watched_id integer not null,
    kind text not null check (kind in ('above', 'below', 'rise', 'fall')),
    price_ticks bigint check (price_ticks > 0),
    move_ppm integer check (move_ppm > 0),
    window_minutes integer check (window_minutes > 0),
    state text not null check (state in ('waiting', 'fired')),
    -- Counts its terms, from 1: only the terms that crossed go off.
    version integer not null,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    fired_at timestamptz,
    fired_ticks bigint,
    check ((kind in ('above', 'below')) = (price_ticks is not null)),
    check ((kind in ('rise', 'fall')) = (move_ppm is not null and window_minutes is not null)),
    check ((state = 'fired') = (fired_at is not null and fired_ticks is not null))
  );
  create index alert_of_user on alerts.alert (user_id, alert_id desc);
  create index alert_changed on alerts.alert (changed_at) where state = 'waiting';
  create unique index alert_once on alerts.alert
    (user_id, symbol, source, kind, coalesce(price_ticks, 0), coalesce(move_ppm, 0), coalesce(window_minutes, 0))
    where state = 'waiting';
  -- The extremes of each minute of the last day, of prices on which a change within a time is awaited.
  create table alerts.minute (
    source text not null,
    watched_id integer not null,
    minute timestamptz not null,
    low_ticks bigint not null,
    high_ticks bigint not null,
    primary key (source, watched_id, minute)
  );
`,
};
