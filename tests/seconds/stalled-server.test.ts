import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import { endAll, type RunningProgram, root, startProgram } from '../support/program.ts';
import { registerTrader, type Trader } from '../support/trader.ts';

const SECOND_WALLET = '3';
const hook = join(root, 'tests/support/stall-hook.ts');

let program: RunningProgram;
let trader: Trader;
let stallFile: string;

beforeAll(async () => {
  const name = `/tmp/candor-stall-${process.pid}`;
  stallFile = name;
  program = await startProgram({
    command: [process.execPath, '--import', hook, 'apps/server/main.ts', '--without-pages'],
    env: { STALL_FILE: name },
  });
  const { url } = await program.ready();
  trader = await registerTrader(url, 'stalled');
  const query = { from: '1', to: SECOND_WALLET, coin: 'USDT', amount: '1000' };
  await trader.client.call('transfer', { query });
}, 180_000);
afterAll(() => endAll(program.dataDir));

/** Holds the server's main thread up for so long, from this moment on. */
async function stall(ms: number): Promise<void> {
  await writeFile(stallFile, String(ms));
  program.child.kill('SIGUSR2');
}

const untilMs = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs - Date.now()));

test('a stall of the server over the end of second contracts voids none: each is settled by its own ticks', {
  timeout: 120_000,
}, async () => {
  const { client } = trader;
  const open = (direction: 'up' | 'down') =>
    eventually(async () => {
      const body = { symbol: 'BTC/USDT', direction, periodSeconds: 30, quantity: 10 } as const;
      return (await client.call('createSecondContractOrder', { body })).order;
    });
  const made = [await open('up'), await open('down')];
  await untilMs(made[0]!.closeTime - 2_500);
  await stall(5_000);
  const ended = await eventually(async () => {
    const { records } = await client.call('secondContractOrderList', { body: { scope: 'history' } });
    const rows = made.map(({ id }) => records.find((row) => row.id === id));
    expect(rows.every((row) => row !== undefined)).toBe(true);
    return rows.map((row) => row!);
  });
  for (const { id, result, closePrice } of ended) {
    expect(result, `contract ${id}`).not.toBe('void');
    expect(closePrice).not.toBeNull();
    const { receipt } = await client.call('getSecondContractReceipt', { query: { id: String(id) } } as never);
    expect(receipt).toBeDefined();
  }
});
