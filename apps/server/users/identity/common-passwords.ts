import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Number of the commonest passwords that are refused, of a list that begins with the commonest. */
const REFUSED = 10_000;
const LIST = '@zxcvbn-ts/language-common/src/passwords.json';

const sha256 = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex');

let kept: Promise<ReadonlySet<bigint>> | undefined;

/** The first 64 bits of a hash: of 10,000 of them, one in 10^15 other passwords shares any. */
const beginningOf = (hash: string): bigint => BigInt(`0x${hash.slice(0, 16)}`);

/** Reads the list at the first use and keeps only hashes, since changed passwords arrive as hashes. */
async function load(): Promise<ReadonlySet<bigint>> {
  const path = createRequire(import.meta.url).resolve(LIST);
  const passwords = JSON.parse(await readFile(path, 'utf8')) as readonly string[];
  return new Set(passwords.slice(0, REFUSED).map((password) => beginningOf(sha256(password))));
}

/** True for one of the 10,000 commonest passwords, given as its SHA-256 in hexadecimal digits. */
export async function isCommonHash(hash: string): Promise<boolean> {
  kept ??= load();
  return (await kept).has(beginningOf(hash));
}

/** True for one of the 10,000 commonest passwords, in whatever case its letters are. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await isCommonHash(sha256(password))) || isCommonHash(sha256(password.toLowerCase()));
}
