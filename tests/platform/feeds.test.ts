// Own server: each test plays another feed or mode.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  type ProgramOptions,
  type RunningProgram,
  startProgram,
} from '../support/program.ts';
import { recordedData } from '../support/recorded-data.ts';
import { clientOf } from '../support/trader.ts';

const folders: string[] = [];
afterEach(() => endAll(...folders.splice(0)));

async function start(options: ProgramOptions): Promise<RunningProgram> {
  const program = await startProgram(options);
  folders.push(program.dataDir);
  return program;
}

async function stop(program: RunningProgram): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.ended, program.output()).toBe(0);
}

/** Returns a data folder with a practice journal on simulated prices. */
async function begun(): Promise<string> {
  const dataDir = await begunDataDir();
  folders.push(dataDir);
  return dataDir;
}

async function refusal(options: ProgramOptions): Promise<string> {
  const program = await start(options);
  expect(await program.ended, program.output()).toBe(1);
  expect(program.output()).not.toMatch(/^ {4}at /m);
  return program.output();
}

test('a recorded feed plays, and its prices are the recorded ones', async () => {
  const path = recordedData('binance-l2-feed', 'spot-btcusdt.feed.gz');
  const program = await start({ args: ['--feed', `replay:${path}`, '--speed', '20'] });
  const { url } = await program.ready();
  const client = clientOf(url, null);
  const feeds = { mode: 'practice', feed: 'replay', firstFeed: null };
  expect(await client.call('getAllSetting')).toMatchObject(feeds);
  expect(await client.call('getHouse')).toMatchObject(feeds);
  const untilMs = Date.now() + 60_000;
  let asks: readonly unknown[] = [];
  while (asks.length === 0 && Date.now() < untilMs) {
    const depth = () => client.call('getDepth', { params: { symbol: 'btcusdt' }, query: {} });
    // A disk that others keep busy may hold a commit for so long that the server recovers.
    asks = (await eventually(depth)).a;
    await sleep(100);
  }
  expect(asks.length, 'the house quotes what the venue did').toBeGreaterThan(5);
  await stop(program);
});

test('a practice journal that goes on with another feed says which, and with which it began', async () => {
  const dataDir = await begun();
  const path = recordedData('binance-l2-feed', 'spot-btcusdt.feed.gz');
  const program = await start({ dataDir, args: ['--feed', `replay:${path}`] });
  const { url } = await program.ready();
  const client = clientOf(url, null);
  const feeds = { feed: 'replay', firstFeed: 'simulator' };
  expect(await client.call('getAllSetting')).toMatchObject(feeds);
  expect(await client.call('getHouse')).toMatchObject(feeds);
  await stop(program);
});

test('a path that is no recording is refused in words', async () => {
  expect(await refusal({ args: ['--feed', 'replay:/no/such/file.gz'] })).toMatch(/no\/such\/file\.gz/);
});

test('a real journal takes no simulated prices', async () => {
  expect(await refusal({ env: { CANDOR_MODE: 'real' } })).toMatch(
    /A real journal takes prices of real venues only, and simulator is none/,
  );
});

test('a practice journal is never a real one, and a real one never serves practice', async () => {
  const dataDir = await begun();
  const asReal = { env: { CANDOR_MODE: 'real' }, args: ['--feed', 'live'], dataDir };
  expect(await refusal(asReal)).toMatch(/This journal is a practice one for ever/);

  const real = await start({ ...asReal, dataDir: `${dataDir}-real` });
  await real.ready();
  await stop(real);
  expect(await refusal({ dataDir: real.dataDir })).toMatch(/This journal is a real one for ever/);
});
