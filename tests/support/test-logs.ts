import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRETS_FILE } from '../../tools/log-secrets.ts';

/** Set for a run of all tests, which searches the outputs of all programs for secrets at its end. */
const folder = process.env.CANDOR_TEST_LOGS;
const noted = new Set<string>();

/** Keeps the whole output of a program until the end of the run. */
export function keepLog(pid: number, output: string): void {
  if (folder !== undefined) writeFileSync(join(folder, `program-${process.pid}-${pid}.log`), output);
}

/** Lists secrets that no log of the run may hold. */
export function noteSecrets(...secrets: readonly string[]): void {
  if (folder === undefined) return;
  for (const secret of secrets) {
    if (noted.has(secret)) continue;
    noted.add(secret);
    appendFileSync(join(folder, SECRETS_FILE), `${secret}\n`);
  }
}

/** Lists a password, and its hash, by which pages log in. */
export function notePassword(password: string): void {
  noteSecrets(password, createHash('sha256').update(password).digest('hex'));
}
