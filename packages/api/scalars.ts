import { z } from 'zod';
import { decimalOfNumber } from './json-numbers.ts';

/** A decimal number as text, as the server sends it: no exponent, no locale, no leading plus. */
export const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/);

/**
 * Base units of a chain as a stranger may write them: any number of 256 bits. It is no amount of money, for nobody vouches for
 * its decimals.
 */
export const rawAmount = z.string().regex(/^(0|[1-9]\d{0,77})$/);

/** An amount of a listed coin as its chain holds it: any number of 256 bits, by the decimals of the coin. */
export const chainAmount = z.string().regex(/^(0|[1-9]\d{0,77})(\.\d{1,30})?$/);

const plainText = z
  .string()
  .max(40)
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/);

/**
 * A positive decimal number, as a client sends a price or an amount: as text, or as a JSON number of at most 15
 * significant digits, which is read as its decimal text. At most 18 digits before the point and 18 after it; the use case
 * then refuses what the symbol or the asset cannot hold. Our own clients send text.
 */
export const positiveDecimal = typedDecimal(plainText.refine((text) => /[1-9]/.test(text)));

/** The same of a number that may be 0, such as a fee that a client was shown. */
export const plainDecimal = typedDecimal(plainText);

/** Takes a JSON number for the decimal text that `form` describes. */
export function typedDecimal(form: z.ZodType<string, string>): z.ZodType<string, string> {
  return z
    .union([z.string(), z.number()])
    .transform((given) => (typeof given === 'number' ? decimalOfNumber(given) : given))
    .pipe(form) as unknown as z.ZodType<string, string>;
}

/** A whole number of a JSON body, such as a leverage: as a number, or as its decimal text. */
export function wholeNumber(least: number, most: number): z.ZodType<number, number> {
  const form = z.union([z.number().int().min(least).max(most), wholeText(least, most)]);
  return form as unknown as z.ZodType<number, number>;
}

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
export const noControls = /^(?:\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*\u200d|[^\p{C}])*$/u;

/** A line of somebody's own text: no control characters, no spaces around it, this many characters without those. */
export const textLine = (least: number, most: number) =>
  z.string().trim().min(least).max(most).regex(noControls);

/** Letters of scripts in which a joiner, or one that keeps letters apart, changes how a word is written. */
const joining = [
  'Arabic',
  'Syriac',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
].map((script) => `\\p{Script_Extensions=${script}}`);

/** The same with line ends and tabs, and with joiners (U+200C, U+200D) after a letter whose script writes with them. */
export const noControlsInLines = new RegExp(
  `^(?:\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*\\u200d|[${joining.join('')}][\\u200c\\u200d]|[\\r\\n\\t]|[^\\p{C}])*$`,
  'u',
);

/**
 * Several lines of somebody's own text, which others judge as they see it: no control characters beside line ends and tabs,
 * no halves of a pair, and nothing invisible that hides words or turns their order around.
 */
export const textLines = (least: number, most: number) =>
  z.string().trim().min(least).max(most).regex(noControlsInLines);

/** Milliseconds since 1970, UTC. */
export const timeMs = z.number().int().nonnegative();

/** Start of the next page; opaque to clients. */
export const cursor = z.string().regex(/^\d{1,15}$/);
/** The same of a list whose rows stand several to one journal sequence: read models count them in 32 bits. */
export const lineCursor = z.string().regex(/^\d{1,15}\.\d{1,9}$/);

export const pageSize = wholeText(1, 100);

/** Number of records that `current` and `size` reach: a deeper page is asked for by `cursor`. */
export const DEEPEST_RECORD = 1_000;

/** Paging by a page's number, from 1, and its size, beside that by cursor. */
const numbered = { current: wholeText(1, 1_000_000).optional(), size: pageSize.optional() };

/** The paging of users' records in a query: a size and a cursor, or `current` and `size`. */
export const pageQuery = { pageSize: pageSize.optional(), cursor: cursor.optional(), ...numbered };
export const linePageQuery = { pageSize: pageSize.optional(), cursor: lineCursor.optional(), ...numbered };
/** The same of a list whose path holds the size. */
export const cursorQuery = { cursor: cursor.optional(), ...numbered };

/** The same paging in a JSON body. */
const pageSizeNumber = wholeNumber(1, 100);
const numberedBody = { current: wholeNumber(1, 1_000_000).optional(), size: pageSizeNumber.optional() };
export const pageBody = { pageSize: pageSizeNumber.optional(), cursor: cursor.optional(), ...numberedBody };
export const linePageBody = {
  pageSize: pageSizeNumber.optional(),
  cursor: lineCursor.optional(),
  ...numberedBody,
};

/** Limits a list to records of a time, in milliseconds: from `fromTime` on, and before `toTime`. */
const epochText = wholeText(0, Number.MAX_SAFE_INTEGER);
export const timesQuery = { fromTime: epochText.optional(), toTime: epochText.optional() };
/** The same in a JSON body. */
export const timesBody = { fromTime: timeMs.optional(), toTime: timeMs.optional() };

/** A page of users' records; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ records: z.array(row), nextCursor: z.union([cursor, lineCursor]).nullable() });
}

/** An answer without content. */
export const nothing = z.null();

/** Names one order: by its id, or by the client's own id. */
export const orderRefQuery = z
  .strictObject({ id: idText.optional(), clientOrderId: clientOrderId.optional() })
  .refine((query) => (query.id === undefined) !== (query.clientOrderId === undefined));
