import { z } from 'zod';

/** Why an operator acts: users read it. One line of up to 200 characters, all to be seen, of them 5 letters or digits. */
export const reason = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u)
  .regex(/^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){5}/u);

/** The id of a market. */
export const symbolId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

export const logHead = z.strictObject({ entries: z.number().int(), headHash: z.string() });

/** An Ed25519 signature in base64url. */
export const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/);

/** A raw Ed25519 public key in base64url. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
