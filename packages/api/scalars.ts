import { z } from 'zod';

/** A decimal number as text, as the server sends it: no exponent, no locale, no leading plus. */
export const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/);

/**
 * Base units of a chain as a stranger may write them: any number of 256 bits. It is no amount of money, for nobody vouches for
 * its decimals.
 */
export const rawAmount = z.string().regex(/^(0|[1-9]\d{0,77})$/);

/** An amount of a listed coin as its chain holds it: any number of 256 bits, by the decimals of the coin. */
export const chainAmount = z.string().regex(/^(0|[1-9]\d{0,77})(\.\d{1,30})?$/);

/**
 * A positive decimal number as text, as a client sends a price or an amount. At most 18 digits before the point and 18
 * after it; the use case then refuses what the symbol or the asset cannot hold.
 */
export const positiveDecimal = z
  .string()
  .max(40)
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/)
  .refine((text) => /[1-9]/.test(text));

/** BTCUSDT, BTC/USDT, btc_usdt or btc-usdt: the server knows them all as one symbol. */
export const symbolName = z
  .string()
  .max(24)
  .regex(/^[A-Za-z0-9]{2,12}([/_-]?[A-Za-z0-9]{2,12})?$/);

/** An asset's code, such as USDT. */
export const coinCode = z.string().regex(/^[A-Za-z0-9]{1,12}$/);

export const side = z.enum(['buy', 'sell']);
export const orderType = z.enum(['limit', 'market']);
export const timeInForce = z.enum(['GTC', 'IOC', 'FOK']);
/** `waiting`: for its trigger. `rejected`: refused when it was triggered. */
export const orderStatus = z.enum([
  'waiting',
  'open',
  'partially-filled',
  'filled',
  'cancelled',
  'expired',
  'rejected',
]);

/** A client's own id of an order: 1 to 36 of letters, digits and . : / _ - */
export const clientOrderId = z.string().regex(/^[.A-Za-z0-9:/_-]{1,36}$/);

/** A whole number that arrives as text in a path or a query. */
export function wholeText(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().int().min(minimum).max(maximum));
}

/** The id of an order, fill or record in a path or a query. */
export const idText = wholeText(1, Number.MAX_SAFE_INTEGER);

/**
 * Text without control characters, which no database and no screen takes as they are. The joiner of emoji (U+200D) passes
 * after one.
 */
export const noControls = /^(?:[^\p{C}]|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*\u200d)*$/u;

/** A line of somebody's own text: no control characters, no spaces around it, this many characters without those. */
export const textLine = (least: number, most: number) =>
  z.string().trim().min(least).max(most).regex(noControls);

/** Milliseconds since 1970, UTC. */
export const timeMs = z.number().int().nonnegative();

/** Where the next page begins; opaque to clients. */
export const cursor = z.string().regex(/^\d{1,15}$/);
/** The same of a list whose rows stand several to one journal sequence: read models count them in 32 bits. */
export const lineCursor = z.string().regex(/^\d{1,15}\.\d{1,9}$/);

export const pageSize = wholeText(1, 100);

/** The paging of users' records: a size and a cursor, in a query. */
export const pageQuery = { pageSize: pageSize.optional(), cursor: cursor.optional() };
export const linePageQuery = { pageSize: pageSize.optional(), cursor: lineCursor.optional() };

/** The same paging in a JSON body. */
const pageSizeNumber = z.number().int().min(1).max(100);
export const pageBody = { pageSize: pageSizeNumber.optional(), cursor: cursor.optional() };
export const linePageBody = { pageSize: pageSizeNumber.optional(), cursor: lineCursor.optional() };

/** A page of users' records; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ records: z.array(row), nextCursor: z.union([cursor, lineCursor]).nullable() });
}

/** An answer without content. */
export const nothing = z.null();
