import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id (the library's default variant): 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const prehash = (password: string) => createHash('sha256').update(password, 'utf8').digest('hex');

/**
 * The hash to keep: argon2id over the hex SHA-256 of the password. The inner hash is what clients send where the
 * specification has them send a password in hashed form.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(prehash(password), COST);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. A `kept` of null (no such account) takes as long and is false, so
 * that the time of the answer does not tell which accounts exist.
 */
export async function passwordMatches(kept: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(kept ?? (await decoy), prehash(password));
  return matches && kept !== null;
}
