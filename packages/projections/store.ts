import type { ClientBase } from 'pg';
import type { Columns, ColumnType } from './columns.ts';
import { onConflict } from './products/product-table.ts';
import { productTables } from './products/products.ts';
import type { Rows } from './projector.ts';

/** The cursor is not where this writer left it: another writer or a rebuild came between. */
export class CursorMovedError extends Error {
  constructor() {
    super('The read models were moved by another writer');
    this.name = 'CursorMovedError';
  }
}

interface Target {
  readonly table: string;
  readonly types: readonly ColumnType[];
  /** What follows the INSERT. */
  readonly conflict?: string;
}

const int8 = (count: number) => Array<ColumnType>(count).fill('int8');
const accounts: Target = { table: 'accounts', types: ['int8', 'boolean', 'int8', 'int8'] };
const orders: Target = {
  table: 'orders',
  types: [...int8(6), 'boolean', ...int8(3), 'text', ...int8(7)],
};
const changes = int8(10);
const trades: Target = { table: 'trades', types: [...int8(6), 'boolean', ...int8(2)] };
const fills: Target = { table: 'fills', types: [...int8(5), 'boolean', ...int8(5), 'boolean', ...int8(2)] };
const entries: Target = { table: 'entries', types: int8(11) };

const productTargets: readonly Target[] = productTables.map((table) => ({
  table: table.name,
  types: table.columns.map(({ type }) => type),
  conflict: onConflict(table),
}));

/**
 * All rows of a stretch and the cursor, in one statement. Where the cursor is not as expected nothing is written. New
 * orders and changed ones are never the same, so their two parts may not see each other.
 */
function flushSql(schema: string, products: readonly Target[]): string {
  let next = 3;
  const unnest = (types: readonly ColumnType[]) =>
    `unnest(${types.map((type) => `$${next++}::${type}[]`).join(', ')})`;
  const insert = ({ table, types, conflict }: Target) =>
    `${table}_rows AS (INSERT INTO ${schema}.${table} SELECT r.* FROM fence, ${unnest(types)} AS r${conflict ?? ''})`;
  return `WITH fence AS (UPDATE ${schema}.cursor SET seq = $2::bigint WHERE seq = $1::bigint RETURNING 1),
    ${[accounts, orders, trades, fills, entries].map(insert).join(',\n')},
    changed AS (UPDATE ${schema}.orders AS o SET filled_lots = o.filled_lots + c.lots,
      filled_quote = o.filled_quote + c.quote, fee = o.fee + c.fee, done_reason = coalesce(c.done, o.done_reason),
      price_ticks = coalesce(c.price, o.price_ticks), lots = coalesce(c.all_lots, o.lots),
      quote_amount = coalesce(c.quote_amount, o.quote_amount), updated_ms = c.ms, seq = c.seq
      FROM fence, ${unnest(changes)} AS c (order_id, lots, quote, fee, done, price, all_lots, quote_amount, ms, seq)
      WHERE o.order_id = c.order_id)${products.map((target) => `,\n${insert(target)}`).join('')}
    SELECT count(*)::int AS moved FROM fence`;
}

/** Writes stretches of rows to one schema over one connection. */
export class Store {
  private readonly client: ClientBase;
  private readonly schema: string;
  private readonly sql: string;
  /** The same with the tables of products: they cost planning, so a stretch of plain trading goes without. */
  private readonly sqlWithProducts: string;
  seq: number;

  /** `seq` is where the schema's cursor stands. */
  constructor(client: ClientBase, schema: string, seq: number) {
    this.client = client;
    this.schema = schema;
    this.sql = flushSql(schema, []);
    this.sqlWithProducts = flushSql(schema, productTargets);
    this.seq = seq;
  }

  /** Commits `rows` and moves the cursor to their last command. Throws CursorMovedError. */
  async flush(rows: Rows): Promise<void> {
    const parts: readonly Columns[] = [
      rows.accounts,
      rows.newOrders(),
      rows.trades,
      rows.fills,
      rows.entries,
      rows.changedOrders(),
    ];
    const withProducts = rows.productRows > 0;
    const products = withProducts ? productTables.map((table) => rows.product(table).columns()) : [];
    const result = await this.client.query<{ moved: number }>({
      name: `flush-${withProducts ? 'all' : 'plain'}-${this.schema}`,
      text: withProducts ? this.sqlWithProducts : this.sql,
      values: [this.seq, rows.lastSeq, ...[...parts, ...products].flatMap((columns) => columns.encode())],
    });
    if (result.rows[0]?.moved !== 1) throw new CursorMovedError();
    this.seq = rows.lastSeq;
  }
}
