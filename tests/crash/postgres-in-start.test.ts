// Own server: its embedded PostgreSQL is killed while it starts.
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, routes } from '@candor/api';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import { endAll, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { query } from './support.ts';

let program: RunningProgram;
let url: string;

afterEach(() => endAll(program.dataDir));

const connectionString = () =>
  `postgresql://candor@/candor?host=${encodeURIComponent(join(program.dataDir, 'postgres'))}`;

async function postmaster(): Promise<number> {
  const text = await readFile(join(program.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(
    () => '',
  );
  return Number.parseInt(text, 10);
}

const linesOf = (pattern: RegExp) => program.output().match(pattern) ?? [];

/** Lists who is connected, by what they say of themselves; the lease by its lock. */
const SEEN = `
  SELECT application_name AS name FROM pg_stat_activity WHERE backend_type = 'client backend'
  UNION SELECT 'the lease' FROM pg_locks WHERE locktype = 'advisory' AND objid = 1128353348`;
/** Names that a start reaches one after another, from the lease on it to the rows of the pages. */
const REACHED = [
  'the lease',
  'candor-owner',
  'candor-journal',
  'candor-house',
  'candor-projections',
  'candor-console',
  'candor-door',
];

/** Kills PostgreSQL at the moment that somebody of the program is seen there. */
async function killOnce(name: string): Promise<void> {
  const victim = await eventually(async () => {
    const pid = await postmaster();
    const rows = await query<{ name: string }>(connectionString(), SEEN);
    expect(rows.map((row) => row.name)).toContain(name);
    return pid;
  });
  process.kill(victim, 'SIGKILL');
  await eventually(async () => expect([victim, Number.NaN]).not.toContain(await postmaster()));
}

/** Each demo customer's USDT, read by their own login. */
async function fundsOfDemo(): Promise<string[]> {
  const file = await readFile(join(program.dataDir, 'demo-logins.json'), 'utf8');
  const logins = JSON.parse(file) as { account: string; password: string }[];
  return Promise.all(
    logins.map(async ({ account, password }) => {
      let token: string | null = null;
      const client = createClient(routes, {
        baseUrl: url,
        head: 'v1',
        token: () => token,
        language: () => 'en',
        timeoutMs: 60_000,
        actWindowMs: 60_000,
        repeatActs: false,
      });
      token = (await client.call('login', { body: { type: 'account', account, password } })).satoken;
      const { list } = await client.call('getMyBalance', { query: {} });
      return list.find(({ coin }) => coin === 'USDT')?.available ?? 'none';
    }),
  );
}

test('PostgreSQL, killed at each step of a start, ends none of the processes', {
  timeout: 600_000,
}, async () => {
  // the first start of a data folder, and a later one
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-killed-'));
  for (const names of [REACHED, REACHED.filter((name) => name !== 'candor-owner')]) {
    program = await startProgram({ dataDir });
    for (const name of names) await killOnce(name);
    ({ url } = await program.ready());
    await untilReady(url);
    const ended = linesOf(/[\w-]+ ended \([^)]*\)/g);
    expect(ended.filter((line) => !line.startsWith('postgres '))).toEqual([]);
    expect(program.output()).not.toMatch(/an error of its own/);
    expect(await fundsOfDemo()).toEqual(['50000', '50000']);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  }
});
