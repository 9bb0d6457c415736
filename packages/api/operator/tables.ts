import { z } from 'zod';
import { pageSize } from '../scalars.ts';

/** Start of the next page of a list of the console: opaque, and of the order that it was given for. */
export const tableCursor = z.string().regex(/^[A-Za-z0-9_-]{1,400}$/);

/** A time in ms since 1970, in a query. */
const timeText = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform(Number);

/** A part of a text that a list is filtered by: one line, of signs that can be seen. */
export const filterText = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}\p{Cf}]*$/u);

/** The id of a user, in a query. */
export const userIdText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/**
 * The part of a list's query that every list of the console has: a page, an order (a name of `orders`, descending with
 * `-` before it) and a stretch of time, from `from` on and before `to`.
 */
export function tableQuery<const Orders extends readonly string[]>(orders: Orders) {
  type Name = Orders[number];
  const names = orders.flatMap((name) => [name, `-${name}`]) as (Name | `-${Name}`)[];
  return {
    pageSize: pageSize.optional(),
    cursor: tableCursor.optional(),
    sort: z.enum(names).optional(),
    from: timeText.optional(),
    to: timeText.optional(),
  };
}

/** A page of a list of the console; `nextCursor` is null on the last one. */
export function tablePage<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ records: z.array(row), nextCursor: tableCursor.nullable() });
}
