// Own server: its signer loses the wallet, and goes on with the one that the words gave back.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEvmAdapter } from '@candor/chains/evm';
import { encodeFunctionData, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FAUCET_ADDRESS,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
} from '../../apps/server/money/chains/index.ts';
import { coinOf, type Person } from '../api/support/person.ts';
import { eventually } from '../support/patience.ts';
import { endAll, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { restorer, runTool, typist, walletOf } from '../support/wallet-tools.ts';
import { cleanReplay, query } from './support.ts';
import { openWithdrawer, type Withdrawer } from './withdrawer.ts';

const usdt = PRACTICE_CHAIN.assets.find(({ code }) => code === 'USDT')!;
const UNITS = 10n ** BigInt(usdt.decimals);

let folder: string;
let dataDir: string;
let program: RunningProgram;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-restored-'));
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  await endAll(dataDir);
  await rm(folder, { recursive: true, force: true });
});

const database = () => `postgresql://candor@/candor?host=${encodeURIComponent(join(dataDir, 'postgres'))}`;
const rowsOf = <R extends object>(sql: string, values: unknown[] = []) => query<R>(database(), sql, values);

/** Starts the program on its data folder, with the practice chain, always at the same address. */
async function start(port = '0'): Promise<string> {
  program = await startProgram({
    dataDir,
    env: { PRACTICE_CHAIN: 'yes', CALLS_PER_SECOND: '1000000', PORT: port },
  });
  const { url } = await program.ready();
  await untilReady(url);
  return url;
}

async function stop(): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.ended, program.output()).toBe(0);
}

async function openNode() {
  const [follower] = await rowsOf<{ node: string }>('select node from deposits.follower');
  const url = follower!.node;
  return { url, adapter: createEvmAdapter({ ...PRACTICE_CHAIN, url }) };
}

/** Sends USDT from elsewhere to an address on the chain. */
async function sendUsdt(to: string, amount: bigint): Promise<void> {
  const data = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 value)']),
    args: [to as `0x${string}`, amount * UNITS],
  });
  const call = { from: FAUCET_ADDRESS, to: PRACTICE_USDT_ADDRESS, gas: '0x186a0', data };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [call] });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch((await openNode()).url, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ result: expect.stringMatching(/^0x/) });
}

/** Deposits at an address of the person, and waits until it is credited. */
async function deposit(person: Person, address: string, amount: number): Promise<void> {
  const before = Number((await coinOf(person, 'USDT')).available);
  await sendUsdt(address, BigInt(amount));
  await eventually(async () =>
    expect(Number((await coinOf(person, 'USDT')).available)).toBe(before + amount),
  );
}

/** Withdraws to a new address, and waits until the chain holds it and the withdrawal is done. Returns who paid. */
async function pay({ withdraw }: Withdrawer, amount: string): Promise<string> {
  const to = privateKeyToAccount(generatePrivateKey()).address;
  const id = await withdraw(to, amount);
  const state = 'select state, amount from withdrawals.withdrawal where withdrawal_no = $1';
  const paid = await eventually(async () => {
    const [row] = await rowsOf<{ state: string; amount: string }>(state, [id]);
    expect(row?.state).toBe('done');
    return BigInt(row!.amount);
  });
  const { adapter } = await openNode();
  expect(await adapter.balanceAt(to, usdt, (await adapter.head()).hash)).toBe(paid / 100n);
  const [wallet] = await rowsOf<{ address: string; stopped: string | null }>(
    'select address, stopped from withdrawals.wallet',
  );
  expect(wallet?.stopped).toBeNull();
  return wallet!.address;
}

const addressOf = async (person: Person) =>
  (await person.client.call('getDepositAddress', { params: { coin: 'USDT' } })).address;

test('a wallet that the words gave back credits deposits to old addresses and pays withdrawals', async () => {
  const made = await runTool(dataDir, 'wallet-init.ts', [], typist());
  expect(made.code, made.said).toBe(0);
  const { words, hot } = walletOf(made.said);
  const url = await start();
  const withdrawer = await openWithdrawer(url, rowsOf);
  const { person } = withdrawer;
  const address = await eventually(() => addressOf(person));
  await deposit(person, address, 70);
  expect((await pay(withdrawer, '20')).toLowerCase()).toBe(hot.toLowerCase());

  await stop();
  const kept = join(folder, 'bindings.jsonl');
  await copyFile(join(dataDir, 'signer/bindings.jsonl'), kept);
  await rm(join(dataDir, 'signer'), { recursive: true });
  await rm(join(dataDir, 'signer.secret'));
  const restored = await runTool(dataDir, 'wallet-restore.ts', [], restorer(words));
  expect(restored.code, restored.said).toBe(0);
  expect(restored.said).toContain(`pays from ${hot}`);
  await copyFile(kept, join(dataDir, 'signer/bindings.jsonl'));
  await start(new URL(url).port);

  expect(await addressOf(person)).toBe(address);
  await deposit(person, address, 50);
  expect((await pay(withdrawer, '30')).toLowerCase()).toBe(hot.toLowerCase());
  // both sums were credited and both payments made once: 10,000 are practice funds
  const [spent] = await rowsOf<{ units: string; payments: string }>(
    'select sum(amount + fee) as units, count(*) as payments from withdrawals.withdrawal',
  );
  expect(spent?.payments).toBe('2');
  // the ledger hears of the end of a payment a moment later
  await eventually(async () => {
    const { available, frozen } = await coinOf(person, 'USDT');
    expect(Number(frozen)).toBe(0);
    expect(Number(available) * 1e8).toBeCloseTo(10_120e8 - Number(spent?.units), 0);
  });
  const replay = await cleanReplay(database(), () => {});
  for (const { sum } of replay.kernel.ledgerSums()) expect(sum).toBe(0n);
});
