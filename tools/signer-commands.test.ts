import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { practiceWallet, readAllowedKeys } from '../apps/signer/index.ts';
import { restorer, runTool, type Typist, typist, walletOf } from '../tests/support/wallet-tools.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-signer-tools-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const run = (tool: string, args: readonly string[] = [], answer: Typist | null = null) =>
  runTool(dataDir, tool, args, answer);

it('wallet:init shows 24 words once, asks some back, and keeps them encrypted', async () => {
  const { code, said } = await run('wallet-init.ts', [], typist());
  expect(code, said).toBe(0);
  expect(said.match(/^ ?\d+\. [a-z]+$/gm)).toHaveLength(24);
  expect(said.match(/^Word \d+:$/gm)).toHaveLength(4);
  const hot = /It pays from (0x[0-9a-fA-F]{40})\./.exec(said)?.[1];
  const folder = join(dataDir, 'signer');
  expect(await readFile(join(folder, 'wallet.json'), 'utf8')).not.toMatch(/[a-z]+ [a-z]+/);
  const passphrase = (await readFile(join(dataDir, 'signer.secret'), 'utf8')).trim();
  expect((await practiceWallet(folder, passphrase)).hot.address).toBe(hot);
  const again = await run('wallet-init.ts', [], typist());
  expect(again.code).toBe(1);
  expect(again.said).toContain('There is a wallet in');
  expect((await practiceWallet(folder, passphrase)).hot.address).toBe(hot);
});

it('wallet:init shows no words in a pipe', async () => {
  const { code, said } = await run('wallet-init.ts');
  expect(code).toBe(1);
  expect(said).toMatch(/on a terminal alone/);
  expect(existsSync(join(dataDir, 'signer'))).toBe(false);
});

const WORDS = `${'abandon '.repeat(23)}art`;

it('wallet:restore takes the words back, and a wallet of them pays from the same address', async () => {
  const made = await run('wallet-init.ts', [], typist());
  const { words, hot } = walletOf(made.said);
  await rm(dataDir, { recursive: true });
  const { code, said } = await run('wallet-restore.ts', [], restorer(` ${words.toUpperCase()} `));
  expect(code, said).toBe(0);
  expect(said).toContain(`pays from ${hot}, and the gas of sweeps from 0x`);
  const passphrase = (await readFile(join(dataDir, 'signer.secret'), 'utf8')).trim();
  expect((await practiceWallet(join(dataDir, 'signer'), passphrase)).hot.address).toBe(hot);
  const again = await run('wallet-restore.ts', [], restorer(WORDS));
  expect(again.code).toBe(1);
  expect(again.said).toContain('There is a wallet in');
});

it.each([
  ['a word of no list', WORDS.replace('art', 'candor'), /Word 24 is not one of the words/],
  ['another word', WORDS.replace('art', 'about'), /check sum is wrong/],
  ['a word too many', `${WORDS} art`, /These are 25 words, not 24/],
])('wallet:restore keeps nothing of %s', async (_, words, problem) => {
  const { code, said } = await run('wallet-restore.ts', [], restorer(words));
  expect(code).toBe(1);
  expect(said).toMatch(problem);
  expect(said).toContain('Nothing was kept');
  expect(existsSync(join(dataDir, 'signer'))).toBe(false);
});

it('wallet:restore keeps nothing where the address is another one, and takes no words out of a pipe', async () => {
  const other = await run('wallet-restore.ts', [], restorer(WORDS, 'no'));
  expect(other.code).toBe(1);
  expect(other.said).toContain('Nothing was kept');
  const piped = await run('wallet-restore.ts');
  expect(piped.code).toBe(1);
  expect(piped.said).toMatch(/on a terminal alone/);
  expect(existsSync(join(dataDir, 'signer'))).toBe(false);
});

it('wallet:init keeps nothing after a wrong word', async () => {
  const { code, said } = await run(
    'wallet-init.ts',
    [],
    typist((word) => `${word}x`),
  );
  expect(code).toBe(1);
  expect(said).toContain('Nothing was kept');
  expect(existsSync(join(dataDir, 'signer'))).toBe(false);
});

it('signer:allow and signer:forbid change the list of the signer, and say what is on it', async () => {
  const keys = (act: string, ...args: string[]) => run('signer-keys.ts', [act, ...args]);
  const fingerprint = '0123-4567-89ab-cdef-0123-4567-89ab-cdef';
  expect(await keys('allow', 'ann', fingerprint)).toMatchObject({ code: 1 });
  await mkdir(join(dataDir, 'signer'));
  expect((await keys('list')).said).toContain('0 keys are accepted');
  const allowed = await keys('allow', 'Ann', fingerprint);
  expect(allowed, allowed.said).toMatchObject({ code: 0 });
  expect(allowed.said).toContain(`${fingerprint}  ann`);
  expect(await readAllowedKeys(join(dataDir, 'signer'))).toEqual([{ operator: 'ann', fingerprint }]);
  expect(await keys('allow', 'ben', fingerprint)).toMatchObject({ code: 1 });
  expect((await keys('allow', 'ben', 'nonsense')).said).toContain('eight groups');
  expect((await keys('allow')).said).toContain('npm run signer:allow');
  expect(await keys('forbid', 'ann')).toMatchObject({ code: 0 });
  expect(await readAllowedKeys(join(dataDir, 'signer'))).toEqual([]);
});
