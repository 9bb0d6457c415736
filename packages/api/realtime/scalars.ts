/** Scalars in the messages of all sockets. Prices and quantities are decimal text, times ms since the epoch. */
import { z } from 'zod';

/** A symbol as the kernel names it, such as BTCUSDT, or BTCUSDT-PERP of a contract. */
export const symbolNameSchema = z.string().regex(/^[A-Z0-9]{2,20}(?:-PERP)?$/);
export const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const messageTimeMs = z.number().int().nonnegative();
/** A journal sequence number. */
export const journalSeq = z.number().int().nonnegative();
export const messageSide = z.enum(['buy', 'sell']);
