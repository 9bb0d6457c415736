import type { Tables } from '../../base/database/index.ts';

/** The schema `market`: candles, kept for ever. Prices and volumes have 8 decimals. */
export const marketMigrations: Tables = {
  sql: `
  create table market.candles (
    source text not null,
    symbol text not null,
    interval text not null,
    open_ms bigint not null,
    open numeric(30,8) not null,
    high numeric(30,8) not null,
    low numeric(30,8) not null,
    close numeric(30,8) not null,
    volume numeric(36,8) not null,
    quote_volume numeric(36,8) not null,
    primary key (source, symbol, "interval", open_ms)
  );
  create table market.loaded_files (
    source text not null,
    file text not null,
    size bigint not null,
    modified_ms bigint not null,
    candles integer not null,
    primary key (source, file)
  );
`,
};
