// Own server: its processes are stalled and flooded.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { channels } from '@candor/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  processesOf,
  type RunningProgram,
  root,
  startProgram,
} from '../support/program.ts';
import { registerTrader, type Trader } from '../support/trader.ts';

const hook = join(root, 'tests/support/stall-hook.ts');
const stallFile = join(tmpdir(), `candor-stall-${process.pid}`);

let program: RunningProgram;
let url: string;
let trader: Trader;

beforeAll(async () => {
  program = await startProgram({
    dataDir: await begunDataDir(),
    command: [process.execPath, '--import', hook, 'apps/server/main.ts', '--without-pages'],
    env: { STALL_FILE: stallFile },
  });
  ({ url } = await program.ready());
  trader = await registerTrader(url, 'stalled');
  await trader.client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '1000' } });
});
afterAll(() => endAll(program.dataDir));

/** Blocks the main thread of every process except the recorder, from now on for this time. */
async function stall(ms: number): Promise<void> {
  await writeFile(stallFile, String(ms));
  for (const [name, pid] of await processesOf(program.dataDir))
    if (name !== 'recorder') process.kill(pid, 'SIGUSR2');
}

/** Anonymous senders may hold the loop by packets, thousands in one message, and by subscriptions in turns. */
async function flood(ms: number): Promise<void> {
  const base = url.replace(/^http:\/\/localhost/, 'ws://127.0.0.1');
  const names = [channels.depth('BTCUSDT'), channels.kline('BTCUSDT', '1m'), channels.trade('BTCUSDT')];
  const pings = Buffer.alloc(8_000, Buffer.from([0xc0, 0x00]));
  const connectPacket = Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]);
  const flooders = Array.from({ length: 8 }, (_, i) => {
    const isMqtt = i % 2 === 0;
    const socket = new WebSocket(`${base}${isMqtt ? '/mqtt' : '/ws/visitor'}`, isMqtt ? ['mqtt'] : []);
    socket.on('error', () => {});
    socket.on('open', () => {
      if (isMqtt) socket.send(connectPacket);
    });
    return { socket, isMqtt };
  });
  const untilMs = Date.now() + ms;
  while (Date.now() < untilMs) {
    for (const { socket, isMqtt } of flooders) {
      if (socket.readyState !== WebSocket.OPEN) continue;
      if (isMqtt) socket.send(pings);
      else
        for (const op of ['subscribe', 'unsubscribe']) socket.send(JSON.stringify({ op, channels: names }));
    }
    await sleep(2);
  }
  for (const { socket } of flooders) socket.terminate();
}

const reached = (timeMs: number) => sleep(Math.max(0, timeMs - Date.now()));

/** One contract each way, opened in one moment. */
async function openPair(): Promise<{ readonly ids: readonly number[]; readonly closeMs: number }> {
  const open = (direction: 'up' | 'down') =>
    eventually(async () => {
      const body = { symbol: 'BTC/USDT', direction, periodSeconds: 30, quantity: 10 } as const;
      return (await trader.client.call('createSecondContractOrder', { body })).order;
    });
  const made = await Promise.all([open('up'), open('down')]);
  return { ids: made.map(({ id }) => id), closeMs: Math.max(...made.map(({ closeTime }) => closeTime)) };
}

/** Waits for the end of contracts, and expects that none is void and that each ended as its ticks say. */
async function expectSettled(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { receipt, order } = await eventually(async () => {
      const found = await trader.client.call('getSecondContractReceipt', { query: { id: String(id) } });
      expect(found.receipt).not.toBeNull();
      return found;
    });
    const { opening, closing, result } = receipt!;
    const prices = closing.flatMap(({ priceTicks }) => (priceTicks === null ? [] : [priceTicks]));
    expect(prices.length, `closing ticks of ${id}`).toBeGreaterThanOrEqual(3);
    const close = prices.toSorted((a, b) => a - b)[(prices.length - 1) >> 1]!;
    const rose = Math.sign(close - opening.priceTicks!) * (order.side === 'up' ? 1 : -1);
    expect(result).toBe({ '-1': 'lost', '0': 'even', '1': 'won' }[String(rose)]);
  }
}

test('neither a stall nor a flood over the end of second contracts voids one: each is settled by its own ticks', async () => {
  const stalled = await openPair();
  await sleep(7_000);
  const flooded = await openPair();
  // the first closing ticks come more than 5 s late then
  await reached(stalled.closeMs - 1_500);
  await stall(7_500);
  await expectSettled(stalled.ids);
  await reached(flooded.closeMs - 2_000);
  await flood(3_000);
  await expectSettled(flooded.ids);
});
