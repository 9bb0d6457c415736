// Own server: its metrics are read as Prometheus reads them, of all its processes and a chain.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensurePromtool } from '../../tools/promtool.ts';
import { askedMetrics, scrapedMetrics } from '../support/metric-names.ts';
import { eventually } from '../support/patience.ts';
import {
  type Addresses,
  begunDataDir,
  endAll,
  type RunningProgram,
  root,
  startProgram,
  untilReady,
} from '../support/program.ts';

const TOKEN = 'token-of-the-metrics-in-a-test';
const folder = join(root, 'monitoring');
let promtool: string;
let program: RunningProgram;
let addresses: Addresses;

beforeAll(async () => {
  promtool = await ensurePromtool();
  program = await startProgram({
    dataDir: await begunDataDir(),
    env: { METRICS_TOKEN: TOKEN, PRACTICE_CHAIN: 'yes' },
  });
  addresses = await program.ready();
  await untilReady(addresses.url);
});
afterAll(() => endAll(program.dataDir));

const scrape = async (token: string) =>
  (await fetch(addresses.metricsUrl, { headers: { authorization: `Bearer ${token}` } })).text();

/** Runs promtool; a code other than 0 throws with what it says. */
const check = (args: readonly string[], input = '') =>
  execFileSync(promtool, args, { cwd: folder, input, encoding: 'utf8' });

it('each alert fires on what it is for, and none where all is well', () => {
  expect(check(['check', 'rules', 'alerts.yml'])).toContain('SUCCESS');
  expect(check(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS');
  expect(check(['check', 'rules', 'postgresql-disk.yml'])).toContain('SUCCESS');
  expect(check(['test', 'rules', 'postgresql-disk.test.yml'])).toContain('SUCCESS');
});

it('a server gives all metrics that alerts and dashboard ask for, by Prometheus’ rules for names', async () => {
  const chains = /^candor_chain_height_blocks\{[^}]*chain="practice-evm"[^}]*\} \d+$/m;
  await eventually(async () => expect(await scrape(TOKEN)).toMatch(chains));
  const text = await scrape(TOKEN);
  const there = scrapedMetrics(text);
  expect(askedMetrics().filter((name) => !there.has(name))).toEqual([]);
  const own = text.split('\n').filter((line) => /^(# (HELP|TYPE) )?candor_/.test(line));
  check(['check', 'metrics'], `${own.join('\n')}\n`);
  expect(text).toMatch(/^candor_disk_free_bytes\{[^}]*\} [1-9]/m);
  expect(text).toMatch(/^candor_database_size_bytes\{[^}]*\} [1-9]/m);
  expect(text).toMatch(/^candor_feed_running\{[^}]*\} 1$/m);
  expect(text).not.toMatch(/^candor_metrics_failed\{[^}]*\} 1$/m);
});

it('gives nobody metrics without the token, nor on the ports of customers and operators', async () => {
  expect(await scrape('another-token-than-this')).not.toContain('candor_');
  for (const url of [addresses.url, addresses.consoleUrl])
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('candor_');
});
