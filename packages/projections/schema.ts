import type { ClientBase } from 'pg';
import { tableDdl, tableKey } from './products/product-table.ts';
import { productTables } from './products/products.ts';

/** Raised whenever a table or what a row says changes: the read models are then made anew from the journal. */
export const projectionsFormat = 9;

/** The read models' tables. Every row carries the seq of the command that made or last changed it. */
const ddl = (schema: string) => `
CREATE SCHEMA ${schema};

CREATE TABLE ${schema}.cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  format integer NOT NULL,
  seq bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE ${schema}.accounts (
  user_id bigint PRIMARY KEY,
  house boolean NOT NULL,
  time_ms bigint NOT NULL,
  seq bigint NOT NULL
);

CREATE TABLE ${schema}.orders (
  order_id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  symbol_id integer NOT NULL,
  side smallint NOT NULL,
  order_type smallint NOT NULL,
  time_in_force smallint NOT NULL,
  post_only boolean NOT NULL,
  price_ticks bigint,
  lots bigint,
  quote_amount bigint,
  client_order_id text,
  filled_lots bigint NOT NULL,
  filled_quote bigint NOT NULL,
  fee bigint NOT NULL,
  done_reason smallint,
  created_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  seq bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX orders_of_user ON ${schema}.orders (user_id, order_id);

CREATE TABLE ${schema}.trades (
  trade_id bigint PRIMARY KEY,
  symbol_id integer NOT NULL,
  price_ticks bigint NOT NULL,
  lots bigint NOT NULL,
  quote_amount bigint NOT NULL,
  taker_side smallint NOT NULL,
  house boolean NOT NULL,
  time_ms bigint NOT NULL,
  seq bigint NOT NULL
);
CREATE INDEX trades_of_symbol ON ${schema}.trades (symbol_id, time_ms, trade_id);

CREATE TABLE ${schema}.fills (
  user_id bigint NOT NULL,
  trade_id bigint NOT NULL,
  order_id bigint NOT NULL,
  symbol_id integer NOT NULL,
  side smallint NOT NULL,
  maker boolean NOT NULL,
  price_ticks bigint NOT NULL,
  lots bigint NOT NULL,
  quote_amount bigint NOT NULL,
  fee bigint NOT NULL,
  fee_ppm bigint NOT NULL,
  house_counterparty boolean NOT NULL,
  time_ms bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (user_id, trade_id)
);

CREATE TABLE ${schema}.entries (
  user_id bigint NOT NULL,
  seq bigint NOT NULL,
  line integer NOT NULL,
  wallet bigint NOT NULL,
  asset_id integer NOT NULL,
  kind smallint NOT NULL,
  amount bigint NOT NULL,
  balance bigint NOT NULL,
  trade_id bigint NOT NULL,
  order_id bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (user_id, seq, line)
);

${productTables.map((table) => tableDdl(table, schema)).join('\n\n')}

INSERT INTO ${schema}.cursor (format, seq) VALUES (${projectionsFormat}, 0);
`;

/** The tables whose rows a rebuild must give again, each with its key. */
export const projectedTables: Readonly<Record<string, string>> = {
  accounts: 'user_id',
  orders: 'order_id',
  trades: 'trade_id',
  fills: 'user_id, trade_id',
  entries: 'user_id, seq, line',
  ...Object.fromEntries(productTables.map((table) => [table.name, tableKey(table)])),
};

/** Makes empty read models in `schema`, in place of what was there. */
export async function makeSchema(client: ClientBase, schema: string): Promise<void> {
  await client.query(`BEGIN; DROP SCHEMA IF EXISTS ${schema} CASCADE; ${ddl(schema)} COMMIT;`);
}

/** Makes the tables where they are missing or of another format, and returns the seq they stand at. */
export async function openSchema(client: ClientBase, schema: string): Promise<number> {
  const found = await client.query<{ cursor: string | null }>('SELECT to_regclass($1)::text AS cursor', [
    `${schema}.cursor`,
  ]);
  if (found.rows[0]?.cursor !== null) {
    const cursor = await client.query<{ format: number; seq: string }>(
      `SELECT format, seq FROM ${schema}.cursor`,
    );
    const row = cursor.rows[0];
    if (row?.format === projectionsFormat) return Number(row.seq);
  }
  await makeSchema(client, schema);
  return 0;
}
