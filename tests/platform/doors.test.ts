// Own server: doors are killed and share a port.
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedMetrics, scrapedMetrics } from '../support/metric-names.ts';
import { eventually } from '../support/patience.ts';
import {
  type Addresses,
  begunDataDir,
  endAll,
  processesOf,
  quietPorts,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { registerTrader } from '../support/trader.ts';

let program: RunningProgram;
let addresses: Addresses;
let port: number;

beforeAll(async () => {
  [port] = (await quietPorts(1)) as [number];
  program = await startProgram({
    dataDir: await begunDataDir(),
    env: { DOORS: '2', PORT: String(port), CALLS_PER_SECOND: '1000000' },
  });
  addresses = await program.ready();
  await untilReady(addresses.url);
});
afterAll(async () => {
  await endAll(program.dataDir);
});

/** Makes one call on a separate connection: the kernel assigns connections to the doors by their source ports. */
function call(): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = '/api/common/getCoinList';
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function answersOf(door: string): Promise<number> {
  const text = await (await fetch(addresses.metricsUrl)).text();
  const line = new RegExp(
    `^candor_call_duration_seconds_count\\{(?=[^}]*call="getCoinList")(?=[^}]*process="${door}")[^}]*\\} (\\d+)$`,
    'm',
  );
  return Number(line.exec(text)?.[1] ?? 0);
}

test('two doors share one port, and one that is killed leaves its users to the other', async () => {
  const trader = await registerTrader(addresses.url, 'at_two_doors');
  await eventually(async () => {
    for (let i = 0; i < 20; i++) expect(await call()).toBe(200);
    for (const door of ['door-1', 'door-2']) expect(await answersOf(door), door).toBeGreaterThan(0);
  });
  for (const door of ['door-1', 'door-2']) {
    const pid = (await processesOf(program.dataDir)).get(door)!;
    process.kill(pid, 'SIGKILL');
    // a connection assigned to the ended door is retried
    expect((await trader.client.call('getInfo')).user.account).toBe('at_two_doors');
    await eventually(async () => {
      const again = (await processesOf(program.dataDir)).get(door);
      expect(again).toBeTypeOf('number');
      expect(again).not.toBe(pid);
    });
    await eventually(() => untilReady(addresses.url));
  }
});

test('a port that another program has is refused, although doors could share it', async () => {
  const other = createServer();
  const [taken] = (await quietPorts(1)) as [number];
  await new Promise<void>((resolve) =>
    other.listen({ port: taken, host: '127.0.0.1', reusePort: true }, resolve),
  );
  const refused = await startProgram({ env: { DOORS: '2', PORT: String(taken) } });
  try {
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${taken} on 127.0.0.1 is taken by another program`);
  } finally {
    other.close();
    await rm(refused.dataDir, { recursive: true, force: true });
  }
});

test('alerts and dashboard ask for metrics that are there', async () => {
  const there = scrapedMetrics(await (await fetch(addresses.metricsUrl)).text());
  expect(askedMetrics().filter((name) => !there.has(name))).toEqual([]);
});
