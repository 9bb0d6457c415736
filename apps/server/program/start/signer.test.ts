import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connectSigner, newWords, writeWallet } from '../../../signer/index.ts';
import { createLifecycle, type Lifecycle } from '../../base/work/lifecycle.ts';
import { readConfig } from '../config/index.ts';
import { openConfig, type RoleInput } from './open-config.ts';
import type { Role } from './roles/run-role.ts';
import { startSigner } from './signer.ts';

const REAL = {
  CANDOR_MODE: 'real',
  CANDOR_FEED: 'live',
  PUBLIC_URL: 'https://x.example',
  SMTP_URL: 'smtps://mail.example',
  EVM_RPC_URLS: 'https://node.example',
};
const PASSPHRASE = 'a passphrase';
const folders: string[] = [];
let folder: string;
let lifecycle: Lifecycle;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-role-'));
  folders.push(folder);
  lifecycle = createLifecycle(() => {});
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))));

/** Starts the signer's process as the supervisor would. */
async function start(env: NodeJS.ProcessEnv, chainId?: number): Promise<string> {
  const signer = join(folder, 'socket');
  const answers: Record<string, string> = { 'signer-folder': folder, 'signer-passphrase': PASSPHRASE };
  const role = { lifecycle, ask: async (what: string) => answers[what] } as unknown as Role;
  const config = {
    ...openConfig(readConfig(env, [], '/p')),
    ...(chainId === undefined ? {} : { evmChainId: chainId }),
  };
  await startSigner(role, { sockets: { signer }, config } as RoleInput);
  return signer;
}

test('in real mode nothing starts without a wallet that a person made', async () => {
  await expect(start(REAL)).rejects.toMatchObject({ code: 'SIGNER_MISSING' });
  const { hot: address } = await writeWallet(folder, newWords(), PASSPHRASE);
  expect(await connectSigner(await start(REAL)).hotAddress()).toBe(address);
  await lifecycle.stop();
});

test('practice mode makes a wallet by itself', async () => {
  expect(await connectSigner(await start({})).hotAddress()).toMatch(/^0x/);
  await lifecycle.stop();
});

test('a signer of one mode does not start for a chain of the other', async () => {
  await writeWallet(folder, newWords(), PASSPHRASE);
  await expect(start(REAL, 31_337)).rejects.toMatchObject({ code: 'CHAIN_OF_OTHER_MODE' });
  await expect(start({}, 1)).rejects.toMatchObject({ code: 'CHAIN_OF_OTHER_MODE' });
});
