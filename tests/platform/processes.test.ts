// Own server: its processes are killed.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  processesOf,
  type RunningProgram,
  startProgram,
  untilNobodyIn,
  untilReady,
} from '../support/program.ts';
import { belongings, registerTrader, type Trader } from '../support/trader.ts';

let program: RunningProgram;
let url: string;
let trader: Trader;

beforeAll(async () => {
  program = await startProgram({ dataDir: await begunDataDir() });
  ({ url } = await program.ready());
  await untilReady(url);
  trader = await registerTrader(url, 'survivor');
});
afterAll(async () => {
  await endAll(program.dataDir);
});

/** Places one buy that fills against the house: it needs orders, prices, quotes and history. */
async function trade(): Promise<void> {
  const { client } = trader;
  await eventually(async () => {
    const body = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quoteAmount: '20' } as const;
    expect((await client.call('currencyOrderSubmit', { body })).status).toBe('filled');
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('each process that is killed comes back, and nothing that was acknowledged is lost', async () => {
  await trade();
  const roles = [...(await processesOf(program.dataDir)).keys()];
  expect(roles).toContain('core');
  for (const role of roles) {
    const before = await belongings(trader);
    const pid = (await processesOf(program.dataDir)).get(role)!;
    process.kill(pid, 'SIGKILL');
    await eventually(async () => {
      const again = (await processesOf(program.dataDir)).get(role);
      expect(again, role).toBeTypeOf('number');
      expect(again).not.toBe(pid);
    });
    await eventually(() => untilReady(url));
    // lists follow the journal, and a history that has just begun may be some moments behind it
    const fillsOf = async () => (await belongings(trader)).fills.length;
    await eventually(async () => expect(await fillsOf(), role).toBeGreaterThanOrEqual(before.fills.length));
    await trade();
    await eventually(async () => expect(await fillsOf(), role).toBeGreaterThan(before.fills.length));
  }
  expect(program.child.exitCode).toBeNull();
});

test('/readyz names a process that is away', async () => {
  const core = (await processesOf(program.dataDir)).get('core')!;
  process.kill(core, 'SIGSTOP');
  try {
    await eventually(async () => {
      const response = await fetch(`${url}/readyz`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ notReady: { core: expect.any(String) } });
    });
  } finally {
    process.kill(core, 'SIGCONT');
  }
  await untilReady(url);
});

test('after kill -9 of the supervisor nothing is left', async () => {
  const pids = [...(await processesOf(program.dataDir)).values()];
  expect(pids.every(isAlive)).toBe(true);
  program.child.kill('SIGKILL');
  await program.ended;
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]));
  expect(await untilNobodyIn(program.dataDir)).toEqual([]);
  program = await startProgram({ dataDir: program.dataDir });
  await program.ready();
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  const left = readdirSync(program.dataDir);
  expect(left).not.toContain('processes.json');
  expect(left).not.toContain('sockets');
});
