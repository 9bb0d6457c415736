import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SECRETS_FILE, secretsInLogs } from './log-secrets.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function found(log: string, secrets = ''): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'candor-log-secrets-'));
  folders.push(folder);
  writeFileSync(join(folder, 'program-1.log'), log);
  if (secrets !== '') writeFileSync(join(folder, SECRETS_FILE), secrets);
  return secretsInLogs(folder).found;
}

test('a listed secret is found in a log and not repeated', () => {
  expect(found('one\n{"body":{"password":"my-secret-1"}}\n', 'another\nmy-secret-1\n')).toEqual([
    'program-1.log: {"body":{"password":"***"}}',
  ]);
});

test('what has the shape of a token or of a private key is found without a list', () => {
  const token = randomBytes(32).toString('base64url');
  expect(found(`{"token":"${token}"}`)).toHaveLength(1);
  expect(found(`cookie: device=${token}; path=/`)).toHaveLength(1);
  expect(found('  First operator    operator  password abc-12\n{"password":"abc-12"}')).toHaveLength(1);
  expect(found('-----BEGIN PRIVATE KEY-----')).toHaveLength(1);
});

test('hashes, addresses and what practice mode shows by intent are no secrets', () => {
  const token = randomBytes(32).toString('base64url');
  expect(found(`state ${'ab'.repeat(32)} to 0x${'cd'.repeat(20)}`)).toEqual([]);
  expect(found(`Mail to a@b.c: Freeze. http://localhost/user/freeze#${token}`)).toEqual([]);
  expect(found('  First operator    operator  password my-secret-1', 'my-secret-1')).toEqual([]);
});
