import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Types of PostgreSQL that rows are ordered by. */
type OrderType = 'bigint' | 'integer' | 'numeric' | 'text' | 'timestamptz';

/** A value that rows are ordered by. It is never null. */
interface Order {
  readonly of: RawBuilder<unknown>;
  readonly type: OrderType;
}

/** Makes conditions of a request's filters; a filter that is left out sets none. */
export type Filters<Input> = {
  readonly [Name in keyof Input]-?: (value: NonNullable<Input[Name]>) => RawBuilder<boolean>;
};

/** A list of the console: what it selects, and what it may be filtered and ordered by. */
export interface TableSource<Row, Input extends object> {
  /** Columns of a row. */
  readonly select: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** Identifies a row among those of its order. */
  readonly key: Order;
  /** The order of a request that names none, newest first; that of the key where it is left out. */
  readonly order?: Order;
  readonly orders: Readonly<Record<string, Order>>;
  readonly filters: Filters<Input>;
  /** Type of the rows alone: it holds no value. */
  readonly row?: Row;
}

/** Declares a list: `defineTable<Row, Input>()({ … })`. */
export const defineTable =
  <Row extends object, Input extends object>() =>
  (source: TableSource<Row, Input>): TableSource<Row, Input> =>
    source;

/** A request of one page: an order is a name, with `-` before it where it descends. */
export interface TableLook<Input extends object> {
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly where: { readonly [Name in keyof Input]?: Input[Name] | undefined };
}

export interface TablePage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

const DEFAULT_PAGE = 50;

/** Position at which a page ends: the sort value and the key of its last row, as PostgreSQL writes them. */
type Place = readonly [string, string];

function placeOf(cursor: string): Place | null {
  try {
    const found: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isPlace =
      Array.isArray(found) && found.length === 2 && found.every((part) => typeof part === 'string');
    return isPlace ? (found as unknown as Place) : null;
  } catch {
    return null;
  }
}

const cursorOf = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

const asType = (value: string, type: OrderType) => sql`${value}::text::${sql.raw(type)}`;

/** PostgreSQL's class of errors of values that do not fit their type: here a cursor that nobody was given. */
const isBadValue = (error: unknown) => /^22/.test(String((error as { readonly code?: unknown }).code));

/**
 * Reads one page of a list by its key set, so that a page costs the same however far back it lies. A cursor that no
 * page gave has no rows.
 */
export async function readTable<Row extends object, Input extends object>(
  db: QueryExecutorProvider,
  { select, from, key, order: standard = key, orders, filters }: TableSource<Row, Input>,
  { sort = '-', cursor, pageSize = DEFAULT_PAGE, where }: TableLook<Input>,
): Promise<TablePage<Row>> {
  const place = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && place === null) return { rows: [], nextCursor: null };
  const descends = sort.startsWith('-');
  const order = orders[descends ? sort.slice(1) : sort] ?? standard;
  const conditions = (Object.keys(filters) as (keyof Input)[]).flatMap((name) => {
    const value = where[name];
    return value === undefined || value === null ? [] : [filters[name](value)];
  });
  if (place !== null) {
    const beyond = sql.raw(descends ? '<' : '>');
    const [at, keyAt] = [asType(place[0], order.type), asType(place[1], key.type)];
    conditions.push(sql<boolean>`(${order.of}, ${key.of}) ${beyond} (${at}, ${keyAt})`);
  }
  const direction = sql.raw(descends ? 'desc' : 'asc');
  const read = sql<Row & { order_at: string; key_at: string }>`
    select ${select}, (${order.of})::text as order_at, (${key.of})::text as key_at
    from ${from}
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by ${order.of} ${direction}, ${key.of} ${direction}
    limit ${pageSize + 1}`;
  try {
    const { rows } = await read.execute(db);
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return { rows: shown, nextCursor: last === undefined ? null : cursorOf([last.order_at, last.key_at]) };
  } catch (error) {
    if (place !== null && isBadValue(error)) return { rows: [], nextCursor: null };
    throw error;
  }
}
