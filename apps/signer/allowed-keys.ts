import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFingerprint } from './fingerprint.ts';
import type { AllowedKey } from './protocol.ts';
import { writeWhole } from './whole-file.ts';

/** A change of the list, one a line: the file says who was allowed when. */
interface Line {
  readonly at: string;
  readonly operator: string;
  /** Null where the operator's key was taken from the list. */
  readonly fingerprint: string | null;
}

/** A name or fingerprint that the list cannot take; the message is for the person who typed it. */
export class SignerKeyError extends Error {
  override readonly name = 'SignerKeyError';
}

const FILE = 'operators.jsonl';
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Reads the keys that the signer accepts: a person has one at most. @throws Error where the file is damaged */
export async function readAllowedKeys(folder: string): Promise<AllowedKey[]> {
  const keys = new Map<string, string>();
  for (const { operator, fingerprint } of await readLines(folder))
    if (fingerprint === null) keys.delete(operator);
    else keys.set(operator, fingerprint);
  return [...keys].map(([operator, fingerprint]) => ({ operator, fingerprint }));
}

/**
 * Puts an operator's key on the list, in the place of the one that the same operator had.
 * @throws SignerKeyError for a name or fingerprint that is none, and a key that another operator has
 */
export async function allowKey(
  folder: string,
  name: string,
  text: string,
  nowMs: number,
): Promise<AllowedKey> {
  const operator = readName(name);
  const fingerprint = readFingerprint(text);
  if (fingerprint === null) throw new SignerKeyError('A fingerprint is eight groups of four hex digits');
  const other = (await readAllowedKeys(folder)).find((key) => key.fingerprint === fingerprint);
  if (other !== undefined && other.operator !== operator)
    throw new SignerKeyError(`This key is ${other.operator}'s. Every operator has a key of their own`);
  if (other === undefined) await add(folder, { at: new Date(nowMs).toISOString(), operator, fingerprint });
  return { operator, fingerprint };
}

/** Takes an operator's key from the list. Returns false where there is none. */
export async function forbidKey(folder: string, name: string, nowMs: number): Promise<boolean> {
  const operator = readName(name);
  if (!(await readAllowedKeys(folder)).some((key) => key.operator === operator)) return false;
  await add(folder, { at: new Date(nowMs).toISOString(), operator, fingerprint: null });
  return true;
}

/** The console's operator names ignore case. */
function readName(name: string): string {
  const operator = name.toLowerCase();
  if (!NAME.test(operator))
    throw new SignerKeyError('Name the operator as in the console: letters, digits, . _ -');
  return operator;
}

async function readLines(folder: string): Promise<Line[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Writes the list with one line more, whole or not at all: the signer may read it at any time. */
async function add(folder: string, line: Line): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const lines = [...(await readLines(folder)), line];
  await writeWhole(path, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
}
