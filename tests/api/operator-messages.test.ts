import type { Client, OperatorCalls } from '@candor/api';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { addJob } from '../../apps/server/base/jobs/index.ts';
import { startJobWorker } from '../../apps/server/base/jobs/worker.ts';
import {
  codeOf,
  createMessageArchive,
  loadWords,
  openMessages,
} from '../../apps/server/gateway/messages/index.ts';
import { openMessageTasks } from '../../apps/server/gateway/messages/tasks.ts';
import { eventually } from '../support/patience.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const KEY: Uint8Array = Buffer.alloc(32, 5);
const NONCE = Buffer.alloc(16, 6);
const DAY_MS = 24 * 3_600_000;

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let support: Client<OperatorCalls>;
let stopJobs: () => Promise<void>;

const send = async (to: string, kind: 'codeLogin' | 'newDevice' = 'codeLogin') => {
  const messages = await openMessages({
    pool: house.pool,
    now: house.now,
    deliveries: { email: 'console', sms: 'console' },
  });
  const login = { device: 'Firefox', address: '192.0.2.7', linkNonce: NONCE };
  await kyselyOf(house.pool)
    .transaction()
    .execute((trx) =>
      messages.send(trx, {
        channel: 'email',
        to,
        kind,
        language: 'en',
        userId: null,
        antiPhishing: null,
        codeNonce: kind === 'codeLogin' ? NONCE : null,
        ...(kind === 'newDevice' ? { login } : {}),
        expiresAtMs: house.now() + 600_000,
      }),
    );
};

const looks = async () => {
  const { records } = await admin.call('getOperatorLog', { query: { act: 'viewMessages' } });
  return records.map(({ operator, details }) => [operator, details.recipient, details.count]);
};

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { codesKey: KEY });
  admin = await desk.signIn();
  support = await desk.add('sam', 'support', admin);
  const { pool, now } = house;
  const log = pino({ level: 'silent' });
  const open = await openMessageTasks({
    pool,
    now,
    log,
    codesKey: KEY,
    smtp: null,
    smsc: null,
    pagesUrl: 'http://pages.test',
    consoleUrl: 'http://console.test',
    say: () => {},
  });
  const onLost = (error: unknown) => {
    throw error;
  };
  const worker = await startJobWorker({ pool, log, tasks: open.tasks, onLost, pollMs: 50 });
  stopJobs = () => worker.stop();
});
afterAll(async () => {
  await stopJobs?.();
  await desk?.stop();
  await house?.stop();
});

it('shows what stayed on this machine newest first, page by page, and logs every look', async () => {
  for (const to of ['ada@example.org', 'bob@example.org', 'Ada@example.net', 'eve@example.org'])
    await send(to);
  await eventually(async () => {
    const { records } = await support.call('getOperatorMessages', { query: { recipient: 'ample.' } });
    expect(records.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept', 'kept']);
  });
  const before = (await looks()).length;
  const first = await support.call('getOperatorMessages', { query: { pageSize: '3' } });
  expect(first.records.map(({ recipient }) => recipient)).toEqual([
    'eve@example.org',
    'Ada@example.net',
    'bob@example.org',
  ]);
  expect(first.records[0]?.text).toContain(codeOf(KEY, NONCE));
  // a mail as its reader gets it, not its SMS
  expect(first.records[0]?.text).toMatch(/^Your .*code.*\n\nEnter this code/);
  const query = { pageSize: '3', cursor: first.nextCursor! };
  const rest = await support.call('getOperatorMessages', { query });
  expect(rest.records.map(({ recipient }) => recipient)).toEqual(['ada@example.org', 'sam@operators.test']);
  expect(rest.nextCursor).toBeNull();
  const found = await support.call('getOperatorMessages', { query: { recipient: 'ADA@' } });
  expect(found.records.map(({ recipient }) => recipient)).toEqual(['Ada@example.net', 'ada@example.org']);
  // no pattern: a percent sign is a percent sign
  const none = await support.call('getOperatorMessages', { query: { recipient: '%' } });
  expect(none.records).toEqual([]);
  expect((await looks()).slice(0, -before)).toEqual([
    ['sam', '%', '0'],
    ['sam', 'ADA@', '2'],
    ['sam', '*', '2'],
    ['sam', '*', '3'],
  ]);
  expect(await admin.call('verifyOperatorLog')).toMatchObject({ intact: true });
});

it('is for support and admins alone, and a refused look shows nothing', async () => {
  const rex = await desk.add('rex', 'risk', admin);
  const before = await looks();
  expect(await refusal(rex.call('getOperatorMessages'))).toMatchObject({ key: 'OPERATOR_NOT_ALLOWED' });
  expect(await looks()).toEqual(before);
});

it('shows no text where codes are not for operators, nor of a message that left this machine', async () => {
  const words = await loadWords();
  const look = { pageSize: 10, where: { recipient: 'eve@' } };
  const textIn = async (codesKey: Uint8Array | null) => {
    const archive = createMessageArchive({
      pool: house.pool,
      words,
      codesKey,
      pagesUrl: 'http://pages.test',
      consoleUrl: 'http://console.test',
    });
    return (await archive.page(look)).rows.map(({ text }) => text !== null);
  };
  expect(await textIn(KEY)).toEqual([true]);
  expect(await textIn(null)).toEqual([false]);
  const setState = (state: string) =>
    house.pool.query("update messages.message set state = $1 where recipient = 'eve@example.org'", [state]);
  await setState('sent');
  expect(await textIn(KEY)).toEqual([false]);
  await setState('kept');
});

it('deletes messages and notices of logins after 30 days, and not before', async () => {
  await send('login@example.org', 'newDevice');
  await eventually(async () => {
    const { records } = await support.call('getOperatorMessages', { query: { recipient: 'login@' } });
    expect(records[0]?.text).toContain('192.0.2.7');
  });
  const left = async () => {
    await kyselyOf(house.pool)
      .transaction()
      .execute((trx) => addJob(trx, { task: 'forgetMessages', row: 'old', key: 'forgetMessages' }));
    await eventually(async () => {
      const { rows } = await house.pool.query(
        "select run_at > now() as later from jobs.jobs where task_identifier = 'forgetMessages'",
      );
      expect(rows).toEqual([{ later: true }]);
    });
    const { rows } = await house.pool.query('select recipient from messages.message order by message_id');
    return rows.map(({ recipient }) => recipient);
  };
  house.advance(29 * DAY_MS);
  // those of this test and the two links of operators who set up
  expect(await left()).toHaveLength(7);
  house.advance(DAY_MS);
  await send('new@example.org');
  expect(await left()).toEqual(['new@example.org']);
});
