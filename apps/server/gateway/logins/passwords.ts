import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashQueue, type HashSender } from './hash-queue.ts';

/** OWASP's first choice for argon2id (the library's default variant): 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes under way at once. Each keeps a core busy for some 30 ms, and a thread that compression and files wait for: at
 * most half of the cores and of the four threads, so that a flood of logins delays logins.
 */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() >> 1));
const queue = createHashQueue({
  atOnce: AT_ONCE,
  // a company behind one address logs in at nine
  mostOfKey: 64,
  mostOfLane: 256,
  longLane: 16,
  patienceMs: 15_000,
});

/** True while so many visitors wait for a hash that each further one shows work first. */
export const isHashingBusy = (): boolean => queue.isLong();

const prehash = (password: string) => createHash('sha256').update(password, 'utf8').digest('hex');

/**
 * The hash to keep: argon2id over the hex SHA-256 of the password. The inner hash is what clients send where the
 * specification has them send a password in hashed form.
 */
export function hashPassword(password: string, sender: HashSender): Promise<string> {
  return hashHashedPassword(prehash(password), sender);
}

/** The hash to keep of a password that comes as its SHA-256 in lower-case hexadecimal digits. */
export function hashHashedPassword(sha256: string, sender: HashSender): Promise<string> {
  return queue.run(sender, () => hash(sha256, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Returns true if the password matches the hash. A `kept` of null (no such account) takes as long and is false, so
 * that the time of the answer does not reveal which accounts exist.
 */
export function passwordMatches(kept: string | null, password: string, sender: HashSender): Promise<boolean> {
  return hashedPasswordMatches(kept, prehash(password), sender);
}

/** The same for a password that comes as its SHA-256 in lower-case hexadecimal digits. */
export async function hashedPasswordMatches(
  kept: string | null,
  sha256: string,
  sender: HashSender,
): Promise<boolean> {
  decoy ??= hash(prehash('no account has this password'), COST);
  const known = kept ?? (await decoy);
  const matches = await queue.run(sender, () => verify(known, sha256));
  return matches && kept !== null;
}
