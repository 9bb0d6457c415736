// Own server: its processes are killed under load.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { eventually } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { groupMembers, listeningPaths } from '../support/process-group.ts';
import {
  endAll,
  processesOf,
  quietPorts,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { isQuick } from '../support/suite.ts';
import { expectReadModelsSame } from './read-models.ts';
import { expectListed, expectTold, Told } from './told.ts';
import { Trader, TradingThrough } from './trader.ts';

/**
 * Kills processes of a server under load, one and two at a time, in an order given by the seed. For a long run:
 * `CRASH_SEED=7 CRASH_KILLS=200 npm run crash:processes`. Each process is killed at least once, in a quick run the core and
 * a door.
 */
const seed = Number(process.env.CRASH_SEED ?? 20_251_122);
const kills = process.env.CRASH_KILLS === undefined ? null : Number(process.env.CRASH_KILLS);
const TRADERS = 6;
const SUPERVISOR = 'supervisor';

let database: FreshDatabase;
let program: RunningProgram;
let url: string;
let traders: Trader[] = [];
/** The files of all sockets on which any process ever listened. */
const sockets = new Set<string>();

let ports: readonly number[];

beforeEach(async () => {
  ports = await quietPorts(2);
  database = await freshDatabase();
  await start();
});

afterEach(async () => {
  await endAll(program.dataDir);
  await database.drop();
});

async function start(dataDir?: string): Promise<void> {
  const env = {
    DATABASE_URL: database.connectionString,
    CALLS_PER_SECOND: '1000000',
    ACTS_PER_USER_AND_DAY: '100000000',
    ACTS_PER_ADDRESS_AND_DAY: '100000000',
    // a request that one door did not answer may be retried at the other
    DOORS: '2',
    // a restarted process listens on the same port
    PORT: String(ports[0]),
    CONSOLE_PORT: String(ports[1]),
  };
  program = await startProgram({ env, ...(dataDir === undefined ? {} : { dataDir }) });
  ({ url } = await program.ready());
  for (const trader of traders) trader.connect(url);
  await untilReady(url);
}

/** Returns the processes by name, including the supervisor. */
async function running(): Promise<ReadonlyMap<string, number>> {
  return new Map([[SUPERVISOR, program.pid], ...(await processesOf(program.dataDir))]);
}

/** Returns each process alone, then pairs of them; each part is shuffled. */
function victimsOf(names: readonly string[], random: Random): string[][] {
  const shuffled = <Value>(values: readonly Value[]): Value[] => {
    const left = [...values];
    return values.map(() => left.splice(random.int(0, left.length - 1), 1)[0] as Value);
  };
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
  return [...shuffled(names.map((name) => [name])), ...shuffled(pairs)];
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Kills these at once or shortly after each other, and waits until the server is whole again. */
async function kill(victims: readonly string[], random: Random): Promise<void> {
  const before = await running();
  for (const path of await listeningPaths([...before.values()])) sockets.add(path);
  // the supervisor is killed last, because all others end with it
  const order = [...victims].sort((a, b) => Number(a === SUPERVISOR) - Number(b === SUPERVISOR));
  for (const [at, name] of order.entries()) {
    if (at > 0) await sleep(random.chance(0.5) ? 0 : random.int(1, 400));
    const pid = (await running()).get(name);
    // a process that dies with another is gone already, perhaps before the file says so
    if (pid !== undefined) killIfThere(pid);
  }
  if (victims.includes(SUPERVISOR)) {
    await program.ended;
    await eventually(async () => expect(await groupMembers(program.pid)).toEqual([]));
    await start(program.dataDir);
    return;
  }
  await eventually(async () => {
    const now = await running();
    expect([...now.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    for (const name of victims) expect(now.get(name), name).not.toBe(before.get(name));
  });
  await untilReady(url);
}

test(`the server's processes, killed under load alone and by twos, keep all that was answered (seed ${seed})`, {
  timeout: 600_000 + (kills ?? 10) * 60_000,
}, async () => {
  const random = new Random(seed);
  traders = Array.from({ length: TRADERS }, (_, index) => new Trader(`player_${index}`, random));
  for (const trader of traders) {
    trader.connect(url);
    await trader.register();
  }
  const names = [...(await running()).keys()];
  const door = names.find((name) => name.startsWith('door'));
  const all = isQuick ? [['core'], [door!]] : victimsOf(names, random);
  const rounds = kills ?? (isQuick ? all.length : names.length + 2);
  const told = new Told();
  for (let round = 0; round < rounds; round++) {
    const victims = all[round % all.length] as string[];
    const trading = new TradingThrough(traders);
    await trading.answered(2);
    await sleep(random.int(0, 400));
    const atMs = performance.now();
    await kill(victims, random);
    const tookMs = Math.round(performance.now() - atMs);
    await trading.answered(2);
    await trading.stop();
    if (kills !== null)
      console.log(`${round + 1}/${rounds} ${victims.join(' + ')}: whole after ${tookMs} ms`);
    const open = await expectTold(database.connectionString, traders, told);
    await expectListed(traders, open, () => expectTold(database.connectionString, traders, told));
  }
  const refusals = new Set(traders.flatMap((trader) => trader.refusals));
  // the death of a process signs no user out and causes no internal error
  expect([...refusals].filter((refusal) => /UNAUTH|INTERNAL| 401| 500/.test(refusal))).toEqual([]);
  const statuses = new Set(traders.flatMap(({ orders }) => [...orders.values()].map(({ status }) => status)));
  // a market order finds nobody while the house is away
  statuses.delete('expired');
  expect(statuses).toEqual(new Set(['open', 'filled', 'cancelled']));

  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(await groupMembers(program.pid)).toEqual([]);
  expect([...sockets].filter((path) => existsSync(path))).toEqual([]);
  await expectTold(database.connectionString, traders, new Told());
  await expectReadModelsSame(database.connectionString);
});
