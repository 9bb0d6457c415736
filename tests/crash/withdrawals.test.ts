// Own server: its processes, node and database are killed while it pays.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEvmAdapter } from '@candor/chains/evm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { Random } from '../../tools/workload/random.ts';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  processesOf,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { cleanReplay, query } from './support.ts';
import { openWithdrawer } from './withdrawer.ts';

/**
 * Kills one of everything that pays a withdrawal at each of its steps, in an order given by the seed. For a long run:
 * `CRASH_SEED=7 CRASH_KILLS=200 npm run crash:withdrawals`.
 */
const seed = Number(process.env.CRASH_SEED ?? 20_251_125);
const kills = Number(process.env.CRASH_KILLS ?? 6);

const VICTIMS = ['core', 'door', 'house', 'chain', 'signer', 'node', 'postgres'] as const;
type Victim = (typeof VICTIMS)[number];

/** The statements of a withdrawal, by what they do. Each is held up for a moment, so that a kill finds it there. */
const STEPS = {
  request: /insert into "?withdrawals"?\."?withdrawal"?[ (]/,
  move: /update "withdrawals"."withdrawal" set "state"/,
  bind: /update "withdrawals"."withdrawal" set "nonce"/,
  store: /insert into "withdrawals"."transaction"/,
  confirm: /update "withdrawals"."withdrawal" set "confirmations"/,
  promise: /insert into "?outbox"?\."?command"?[ (]/,
} as const;
type Step = keyof typeof STEPS;
const STEP_NAMES = Object.keys(STEPS) as Step[];
const HELD_UP_S = 0.3;
/** Kills between two looks at all payments. */
const CHECK_EVERY = 5;

let program: RunningProgram;
let url: string;

beforeEach(async () => {
  const env = {
    CALLS_PER_SECOND: '1000000',
    ACTS_PER_USER_AND_DAY: '100000000',
    ACTS_PER_ADDRESS_AND_DAY: '100000000',
    PRACTICE_CHAIN: 'yes',
  };
  program = await startProgram({ dataDir: await begunDataDir(), env });
  ({ url } = await program.ready());
  await untilReady(url);
});
afterEach(() => endAll(program.dataDir));

const database = () =>
  `postgresql://candor@/candor?host=${encodeURIComponent(join(program.dataDir, 'postgres'))}`;
const rowsOf = <R extends object>(sql: string, values: unknown[] = []) => query<R>(database(), sql, values);

/** Delays each statement that a withdrawal consists of. */
async function holdUp(): Promise<void> {
  await rowsOf(`
    create function public.hold_up() returns trigger language plpgsql as $$
      begin perform pg_sleep(${HELD_UP_S}); return new; end $$;
    create trigger hold_up before insert or update on withdrawals.withdrawal
      for each row execute function public.hold_up();
    create trigger hold_up before insert on withdrawals.transaction
      for each row execute function public.hold_up();
    create trigger hold_up before insert on outbox.command
      for each row when (new.key like 'withdrawal-%') execute function public.hold_up();`);
}

/** Waits until a statement of this step runs. */
async function reaches(step: Step, patienceMs: number): Promise<boolean> {
  const untilMs = Date.now() + patienceMs;
  while (Date.now() < untilMs) {
    const found = await rowsOf<{ query: string }>(
      "select query from pg_stat_activity where wait_event = 'PgSleep'",
    ).catch(() => []);
    if (found.some((row) => STEPS[step].test(row.query))) return true;
    await sleep(10);
  }
  return false;
}

async function pidOf(victim: Victim): Promise<number | undefined> {
  if (victim === 'postgres') {
    const file = join(program.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    return Number.parseInt(await readFile(file, 'utf8'), 10);
  }
  const processes = await processesOf(program.dataDir);
  if (victim !== 'node') return processes.get(victim);
  const chain = processes.get('chain');
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (Number(parent) === chain && command.includes('/anvil')) return Number(name);
  }
  return undefined;
}

/** Kills what is there, and returns which process that was; what has just died of another kill is no victim. */
async function kill(victim: Victim): Promise<number | null> {
  const pid = await pidOf(victim).catch(() => undefined);
  if (pid === undefined || Number.isNaN(pid)) return null;
  try {
    process.kill(pid, 'SIGKILL');
    return pid;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return null;
  }
}

/** Waits until another process stands in the place of the killed one, and the program is ready. */
async function whole(victim: Victim, killed: number | null): Promise<void> {
  try {
    await eventually(async () => {
      const pid = await pidOf(victim);
      if (pid === undefined || pid === killed) throw new Error(`${victim} is not back`);
    });
    await untilReady(url);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${program.output().slice(-6_000)}`, { cause: error });
  }
}

async function openNode() {
  const [follower] = await rowsOf<{ node: string }>('select node from deposits.follower');
  return createEvmAdapter({ ...PRACTICE_CHAIN, url: follower!.node });
}

/** In the midst of all: what ended says what the chain did, and what is open was paid once at most. */
async function expectPaidAtMostOnce(): Promise<void> {
  const adapter = await openNode();
  const usdt = PRACTICE_CHAIN.assets.find(({ code }) => code === 'USDT')!;
  // The rows first: what they say has happened by then.
  const rows = await rowsOf<{ address: string; state: string; amount: string; ended_at: Date | null }>(
    'select address, state, amount, ended_at from withdrawals.withdrawal',
  );
  const { hash } = await adapter.head();
  for (const { address, state, amount, ended_at } of rows) {
    const due = BigInt(amount) / 100n;
    const onChain = await adapter.balanceAt(address, usdt, hash);
    if (ended_at !== null) expect([address, onChain]).toEqual([address, state === 'done' ? due : 0n]);
    else expect([0n, due]).toContain(onChain);
  }
}

test(`everything that pays, killed ${kills} times at each step of a withdrawal, pays once or not at all (seed ${seed})`, {
  timeout: 900_000 + kills * 120_000,
}, async () => {
  const random = new Random(seed);
  const { person, withdraw } = await openWithdrawer(url, rowsOf);
  const available = async () =>
    (await person.client.call('getWithdrawalCurrency')).list.find(({ coin }) => coin === 'USDT')!.available;
  await eventually(async () => {
    const { list } = await person.client.call('getWithdrawalCurrency');
    expect(list.find(({ coin }) => coin === 'USDT')?.open).toBe(true);
  });
  await holdUp();
  const sent = new Map<string, Promise<number>>();
  const killed = new Map<string, number>();
  for (let round = 0; round < kills; round += 1) {
    const to = privateKeyToAccount(generatePrivateKey()).address;
    const amount = (5 + round / 100).toFixed(2);
    const request = withdraw(to, amount);
    request.catch(() => {});
    sent.set(to, request);
    const step = STEP_NAMES[round % STEP_NAMES.length]!;
    // Six steps and seven victims: 42 kills meet every pair.
    const victim = VICTIMS[round % VICTIMS.length]!;
    const isThere = await reaches(step, 60_000);
    await sleep(random.int(0, HELD_UP_S * 1_200));
    const startMs = Date.now();
    const pid = isThere ? await kill(victim) : null;
    const name = `${victim} at ${step}`;
    if (pid !== null) killed.set(name, (killed.get(name) ?? 0) + 1);
    await whole(victim, pid);
    if (round % CHECK_EVERY === CHECK_EVERY - 1) await eventually(expectPaidAtMostOnce);
    if (process.env.CRASH_KILLS !== undefined)
      console.log(
        `${round + 1}/${kills} ${victim} at ${step}${isThere ? '' : ' (not reached)'}: ready after ${Date.now() - startMs} ms`,
      );
  }
  await eventually(() => rowsOf('drop function public.hold_up() cascade'));
  expect([...killed.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThanOrEqual(
    Math.ceil(kills * 0.7),
  );

  const ids = new Map<number, string>();
  for (const [to, request] of sent) ids.set(await request, to);
  expect(ids.size).toBe(kills);
  const patientUntilMs = Date.now() + 600_000;
  for (;;) {
    const open = await rowsOf<{ withdrawal_no: string; state: string; reason: string | null }>(
      'select withdrawal_no, state, reason from withdrawals.withdrawal where ended_at is null',
    );
    if (open.length === 0) break;
    if (Date.now() > patientUntilMs) throw new Error(`still open: ${JSON.stringify(open)}`);
    await sleep(1_000);
  }
  const waiting = async () =>
    (
      await rowsOf<{ waiting: number }>(
        'select count(*)::int as waiting from outbox.command where seq is null',
      )
    )[0]!;
  await eventually(async () => expect((await waiting()).waiting).toBe(0));

  const adapter = await openNode();
  const usdt = PRACTICE_CHAIN.assets.find(({ code }) => code === 'USDT')!;
  const { hash } = await adapter.head();
  let spent = 0n;
  let paid = 0;
  const rows = await rowsOf<{
    withdrawal_no: string;
    address: string;
    state: string;
    amount: string;
    fee: string;
  }>('select withdrawal_no, address, state, amount, fee from withdrawals.withdrawal');
  // One request of the user is one withdrawal, however often it was sent.
  expect(rows.map(({ withdrawal_no }) => Number(withdrawal_no)).sort((a, b) => a - b)).toEqual(
    [...ids.keys()].sort((a, b) => a - b),
  );
  for (const { address, state, amount, fee } of rows) {
    expect(['done', 'rejected']).toContain(state);
    const onChain = await adapter.balanceAt(address, usdt, hash);
    expect([address, onChain]).toEqual([address, state === 'done' ? BigInt(amount) / 100n : 0n]);
    if (state !== 'done') continue;
    paid += 1;
    spent += BigInt(amount) + BigInt(fee);
  }
  expect(paid).toBeGreaterThan(0);
  const units = 10_000n * 10n ** 8n - spent;
  expect(Number(await available()) * 1e8).toBeCloseTo(Number(units), 0);
  const settled = new Map<number, number>();
  const replay = await cleanReplay(database(), (event) => {
    if (event.type === 'withdrawalSettled' || event.type === 'withdrawalReleased')
      settled.set(event.withdrawalNo, (settled.get(event.withdrawalNo) ?? 0) + 1);
  });
  expect([...settled.values()].every((times) => times === 1)).toBe(true);
  expect(settled.size).toBe(rows.length);
  for (const { sum } of replay.kernel.ledgerSums()) expect(sum).toBe(0n);
  const usdtId = replay.kernel.balances(person.userId).find(({ available: free }) => free === units);
  expect(usdtId?.held).toBe(0n);
  // No nonce of the wallet was left out or used twice.
  const [wallet] = await rowsOf<{ address: string; next_nonce: number; stopped: string | null }>(
    'select address, next_nonce, stopped from withdrawals.wallet',
  );
  expect(wallet?.stopped).toBeNull();
  expect(wallet?.next_nonce).toBe(await adapter.minedNonce(wallet!.address));
  if (process.env.CRASH_KILLS !== undefined)
    console.log(`${paid} of ${rows.length} paid;`, Object.fromEntries(killed));
});
