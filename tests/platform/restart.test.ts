// Own server: it is stopped and started again.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import { groupMembers } from '../support/process-group.ts';
import {
  begunDataDir,
  endAll,
  type RunningProgram,
  startProgram,
  untilNobodyIn,
  untilReady,
} from '../support/program.ts';
import { belongings, registerTrader, signIn, type Trader } from '../support/trader.ts';

const folders: string[] = [];
afterEach(() => endAll(...folders.splice(0)));

/**
 * Processor time of a later start over that of the one before: 1.0 as measured. A start that reads or computes all that
 * an earlier one already kept takes several times as much on any machine.
 */
const LATER_START_RATIO = 2;

async function ready(program: RunningProgram): Promise<{ url: string }> {
  const { url } = await program.ready();
  await untilReady(url);
  return { url };
}

/** Returns the processor time of a program and of its processes, with those that they have waited for. */
async function processorMs(program: RunningProgram): Promise<number> {
  const group = await groupMembers(program.pid);
  const spent = await Promise.all(group.map((pid) => spentTicks(pid)));
  return spent.reduce((sum, ticks) => sum + ticks, 0) * MS_PER_TICK;
}

const MS_PER_TICK = 10;

async function spentTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // after the name in brackets: state, ten other fields, then user, system and the same of ended children
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return times.reduce((sum, each) => sum + Number(each), 0);
}

/** A market buy that fills against the house and a limit buy that rests below the market. */
async function trade({ client }: Trader): Promise<void> {
  const { currencyList } = await client.call('getCoinList');
  const btc = currencyList.find((row) => row.symbol === 'btcusdt');
  if (btc === undefined) throw new Error('BTC/USDT is not listed');
  const below = (Number(btc.close) * 0.95).toFixed(2);
  const buy = { symbol: 'BTC/USDT', side: 'buy' } as const;
  // The house may not quote yet.
  await eventually(async () => {
    const body = { ...buy, type: 'market', quoteAmount: '500' } as const;
    expect((await client.call('currencyOrderSubmit', { body })).status).toBe('filled');
  });
  const resting = await client.call('currencyOrderSubmit', {
    body: { ...buy, type: 'limit', price: below, quantity: '0.01' },
  });
  expect(resting.status).toBe('open');
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s the next start finds all of it again, and takes little processor time',
  async (signal) => {
    const dataDir = await begunDataDir();
    folders.push(dataDir);
    const program = await startProgram({ dataDir });
    const { url } = await ready(program);
    const firstStartMs = await processorMs(program);
    const trader = await registerTrader(url, `trader_${randomBytes(4).toString('hex')}`);
    await trade(trader);
    const before = await belongings(trader);
    expect(before.open).toHaveLength(1);
    expect(before.fills.length).toBeGreaterThan(0);
    expect(before.bills.length).toBeGreaterThan(2);
    const [, demo] = /Demo customer +(\S+) +password (\S+)/.exec(program.output()) ?? [];
    expect(demo).toBe('demo');

    program.child.kill(signal);
    await program.ended;
    const again = await startProgram({ dataDir });
    const { url: newUrl } = await ready(again);
    expect((await processorMs(again)) / firstStartMs).toBeLessThan(LATER_START_RATIO);
    expect(await belongings(await signIn(newUrl, trader.account))).toEqual(before);
    expect(/Demo customer.*$/m.exec(again.output())?.[0]).toBe(
      /Demo customer.*$/m.exec(program.output())?.[0],
    );
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  },
);

test('the demo logins work; what is kept, and an export of it, is for its owner only', async () => {
  const program = await startProgram({ dataDir: await begunDataDir() });
  folders.push(program.dataDir);
  const { url } = await ready(program);
  const login = /Demo customer +(?<account>\S+) +password (?<password>\S+)/.exec(program.output())?.groups;
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', ...login }),
  });
  expect(await response.json()).toMatchObject({ code: 200 });
  const file = `${program.dataDir}/demo-logins.json`;
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))[0]).toEqual(login);
  const ofRunning = join(program.dataDir, 'lock-running.journal');
  const live = await startProgram({
    dataDir: program.dataDir,
    command: [process.execPath, 'tools/export-journal.ts', ofRunning],
  });
  expect(await live.ended, live.output()).toBe(0);
  expect(live.output()).toMatch(/rows up to command \d+, head [0-9a-f]{64}/);
  program.child.kill('SIGTERM');
  await program.ended;
  expect(await untilNobodyIn(program.dataDir)).toEqual([]);

  const kept = await readdir(program.dataDir, { withFileTypes: true });
  for (const { name, parentPath } of kept.filter((each) => !each.name.startsWith('lock'))) {
    expect((await stat(join(parentPath, name))).mode & 0o077, name).toBe(0);
  }
  const exported = join(program.dataDir, 'lock-export.journal');
  const command = [process.execPath, 'tools/export-journal.ts', exported] as const;
  expect(await (await startProgram({ dataDir: program.dataDir, command })).ended).toBe(0);
  expect((await stat(exported)).mode & 0o777).toBe(0o600);
});
