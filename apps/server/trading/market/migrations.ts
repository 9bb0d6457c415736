import { sql } from 'kysely';
import type { Migrations } from '../../base/database/index.ts';

/** The schema `market`: candles, kept for ever. Prices and volumes have 8 decimals. */
export const marketMigrations: Migrations = {
  '001_candles': {
    async up(db) {
      await sql`
        CREATE TABLE market.candles (
          source text NOT NULL,
          symbol text NOT NULL,
          "interval" text NOT NULL,
          open_ms bigint NOT NULL,
          "open" numeric(30, 8) NOT NULL,
          high numeric(30, 8) NOT NULL,
          low numeric(30, 8) NOT NULL,
          "close" numeric(30, 8) NOT NULL,
          volume numeric(36, 8) NOT NULL,
          quote_volume numeric(36, 8) NOT NULL,
          PRIMARY KEY (source, symbol, "interval", open_ms)
        )`.execute(db);
      await sql`
        CREATE TABLE market.loaded_files (
          source text NOT NULL,
          file text NOT NULL,
          size bigint NOT NULL,
          modified_ms bigint NOT NULL,
          candles integer NOT NULL,
          PRIMARY KEY (source, file)
        )`.execute(db);
    },
  },
};
