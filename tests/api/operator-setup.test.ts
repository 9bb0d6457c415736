import { type CallData, type Client, type OperatorCalls, operatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { forgetTask } from '../../apps/server/gateway/messages/forget.ts';
import { openOperatorRoom } from '../../apps/server/operators/operator/index.ts';
import { codeAt, type OperatorsConsole, openConsole, operatorMail } from './support/console.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const DAY_MS = 24 * 3_600_000;
const REASON = 'The team grows by one';
const PASSWORD = 'a password of my own';

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  // the console of practice mode: it shows operators what it can
  desk = await openConsole(house, { codesKey: CODES_KEY, mail: 'console' });
  admin = await desk.signIn();
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const bodyOf = (name: string) =>
  ({ name, role: 'review', mail: operatorMail(name), reason: REASON }) as const;
const add = (name: string, key?: string) =>
  admin.call('addOperator', { body: bodyOf(name) }, key === undefined ? {} : { idempotencyKey: key });
const rowOf = async (name: string) => (await admin.call('getOperators')).find((row) => row.name === name);
const paramsOf = async (name: string) => ({ id: String((await rowOf(name))?.operatorId) });
const resend = async (name: string, key?: string) =>
  admin.call(
    'sendOperatorSetup',
    { params: await paramsOf(name), body: { reason: REASON } },
    key === undefined ? {} : { idempotencyKey: key },
  );
const open = (link: string) => desk.client().call('openOperatorSetup', { body: { link } });
const keyOf = async (call: Promise<unknown>) => (await refusal(call)).key;

async function finish(step: CallData<OperatorCalls['openOperatorSetup']>, newPassword?: string) {
  const code = await codeAt(step.enrolment?.secret ?? '', house.now());
  const own = newPassword === undefined ? {} : { newPassword };
  return desk.client().call('operatorSecondFactor', { body: { ticket: step.ticket, code, ...own } });
}

describe('a newcomer', () => {
  it('sets up alone by the link of the mail, which works once', async () => {
    const answer = await add('rita', 'rita');
    expect(answer).toEqual({ proposalId: null });
    expect(await add('rita', 'rita')).toEqual(answer);
    expect(await rowOf('rita')).toMatchObject({
      state: 'setup',
      mail: operatorMail('rita'),
      setupMail: 'waiting',
    });
    const link = await desk.linkOf('rita');
    const login = { name: 'rita', password: link };
    expect(await keyOf(desk.client().call('operatorLogin', { body: login }))).toBe('WRONG_CREDENTIALS');
    // opening alone uses nothing up: a mail program may look first
    await open(link);
    const step = await open(link);
    expect(step).toMatchObject({ name: 'rita', role: 'review', setsPassword: true });
    expect(await keyOf(finish(step))).toBe('OPERATOR_PASSWORD_NEEDED');
    expect(await keyOf(finish(step, 'my name is rita, hello'))).toBe('OPERATOR_PASSWORD_WEAK');
    const { operator } = await finish(step, PASSWORD);
    expect(operator).toMatchObject({ name: 'rita', role: 'review' });
    expect(await keyOf(open(link))).toBe('OPERATOR_LINK_WRONG');
    expect(await rowOf('rita')).toMatchObject({ state: 'active', setupUntil: null, setupMail: null });
    expect(await keyOf(resend('rita'))).toBe('OPERATOR_SET_UP');
    const again = await desk.client().call('operatorLogin', { body: { name: 'rita', password: PASSWORD } });
    expect(again).toMatchObject({ enrolment: null, setsPassword: false });
  });

  it('leaves one of two who open the same link at once outside', async () => {
    await add('twins');
    const link = await desk.linkOf('twins');
    const steps = await Promise.all([open(link), open(link)]);
    const ends = await Promise.allSettled(steps.map((step) => finish(step, PASSWORD)));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('has three days', async () => {
    await add('late');
    const link = await desk.linkOf('late');
    house.advance(3 * DAY_MS + 1_000);
    admin = await desk.signIn();
    expect(await keyOf(open(link))).toBe('OPERATOR_LINK_WRONG');
    await resend('late');
    expect(await open(await desk.linkOf('late'))).toMatchObject({ name: 'late' });
  });

  it('who was disabled has no link', async () => {
    await add('gone');
    const link = await desk.linkOf('gone');
    const step = await open(link);
    await admin.call('disableOperator', { params: await paramsOf('gone'), body: { reason: REASON } });
    expect(await keyOf(open(link))).toBe('OPERATOR_LINK_WRONG');
    expect(await keyOf(finish(step, PASSWORD))).toBe('OPERATOR_STEP_EXPIRED');
  });
});

describe('another link', () => {
  it('goes to the same mail, and ends the earlier one with the logins that it began', async () => {
    await add('bounce');
    const first = await desk.linkOf('bounce');
    const begun = await open(first);
    expect(await keyOf(resend('bounce'))).toBe('RATE_LIMITED');
    await house.pool.query(`update messages.message set state = 'failed' where recipient = $1`, [
      operatorMail('bounce'),
    ]);
    expect(await rowOf('bounce')).toMatchObject({ setupMail: 'failed' });
    house.advance(61_000);
    await resend('bounce', 'bounce');
    await resend('bounce', 'bounce');
    const { rows } = await house.pool.query('select 1 from messages.message where recipient = $1', [
      operatorMail('bounce'),
    ]);
    expect(rows).toHaveLength(2);
    const second = await desk.linkOf('bounce');
    expect(second).not.toBe(first);
    expect(await keyOf(open(first))).toBe('OPERATOR_LINK_WRONG');
    expect(await keyOf(finish(begun, PASSWORD))).toBe('OPERATOR_STEP_EXPIRED');
    expect((await finish(await open(second), PASSWORD)).operator.name).toBe('bounce');
    const { details } = (await desk.room.log.page({ pageSize: 5, where: { act: 'sendOperatorSetup' } }))
      .rows[0]!;
    expect(details).toEqual({ name: 'bounce', mail: operatorMail('bounce'), reason: REASON });
  });

  it('is not for an operator without a mail, such as the first', async () => {
    expect(await keyOf(resend(desk.first.name))).toBe('OPERATOR_SET_UP');
  });
});

it('names and mails are taken once', async () => {
  await add('unique');
  const other = { ...bodyOf('other'), mail: operatorMail('UNIQUE') };
  expect(await refusal(admin.call('addOperator', { body: other }))).toMatchObject({
    key: 'OPERATOR_MAIL_TAKEN',
    field: 'mail',
  });
  const named = { ...bodyOf('other'), name: 'UNIQUE' };
  expect(await refusal(admin.call('addOperator', { body: named }))).toMatchObject({
    key: 'OPERATOR_NAME_TAKEN',
    field: 'name',
  });
  // the mail of one who left is free again
  await admin.call('disableOperator', { params: await paramsOf('unique'), body: { reason: REASON } });
  expect(await admin.call('addOperator', { body: other })).toEqual({ proposalId: null });
});

it('nobody but the recipient reads a link: not in an answer, the log, the messages, a row of the database', async () => {
  const answers: unknown[] = [await add('secret')];
  house.advance(61_000);
  const first = await desk.linkOf('secret');
  answers.push(await resend('secret'));
  const second = await desk.linkOf('secret');
  // this house keeps its mail, and shows operators the text of every other message
  await house.pool.query(`update messages.message set state = 'kept' where kind = 'operatorSetup'`);
  const reads = Object.values(operatorCalls).filter(
    ({ method, params, query, auth }) =>
      method === 'GET' && auth === 'required' && params === null && query === null,
  );
  expect(reads.length).toBeGreaterThan(5);
  for (const { name } of reads)
    answers.push(await admin.call(name as 'getOperators').catch((error: unknown) => String(error)));
  const messages = await admin.call('getOperatorMessages', { query: {} });
  expect(
    messages.records.filter(({ kind }) => kind === 'operatorSetup').map(({ text }) => text),
  ).not.toContain(expect.any(String));
  answers.push(messages, (await desk.room.log.page({ pageSize: 500, where: {} })).rows, house.logged());
  const { rows: tables } = await house.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('operator', 'messages', 'jobs', 'outbox', 'touches', 'review')`,
  );
  expect(tables.map(({ name }) => name)).toContain('operator.setup_link');
  for (const { name } of tables)
    answers.push((await house.pool.query(`select to_jsonb(t) as row from ${name} t`)).rows);
  const text = JSON.stringify(answers);
  expect(text).toContain(operatorMail('secret'));
  for (const link of [first, second]) expect(text).not.toContain(link);
});

it('a mail that is forgotten after its days is no mail on its way', async () => {
  await add('forgotten');
  house.advance(40 * DAY_MS);
  await forgetTask({ pool: house.pool, now: house.now }).run('old', { isLast: false } as never);
  admin = await desk.signIn();
  expect(await rowOf('forgotten')).toMatchObject({ state: 'setup', setupMail: 'expired' });
});

it('without mail nobody is added, and the first operator is there all the same', async () => {
  const deaf = await openHouse();
  const console_ = await openConsole(deaf, { mail: null });
  try {
    const first = await console_.signIn();
    expect(await keyOf(first.call('addOperator', { body: bodyOf('nobody') }))).toBe('MESSAGES_NOT_OPEN');
    const people = await kyselyOf(deaf.pool).selectFrom('operator.person').select('name').execute();
    expect(people).toEqual([{ name: console_.first.name }]);
  } finally {
    await console_.stop();
    await deaf.stop();
  }
});

it('guesses at a link are counted by address, and keep no newcomer out', async () => {
  await add('careful');
  const link = await desk.linkOf('careful');
  const { people } = await openOperatorRoom({
    pool: house.pool,
    now: house.now,
    secretKey: desk.secretKey,
    ...desk.setupLinks,
    loginAttemptsPerMinute: 12,
    onEnrolled: async () => {},
  });
  const forged = (at: number) => link.slice(0, -3) + String(at).padStart(3, '0');
  const visitor = (ip: string) => ({ ip, deviceToken: null });
  const guess = (at: number, ip: string) => keyOf(people.openSetup(forged(at), visitor(ip)));
  const keys: string[] = [];
  for (let at = 0; at < 14; at += 1) keys.push(await guess(at, '203.0.113.9'));
  expect(keys.slice(0, 12)).toEqual(Array(12).fill('OPERATOR_LINK_WRONG'));
  expect(keys.slice(12)).toEqual(['LOGIN_RATE_LIMITED', 'LOGIN_RATE_LIMITED']);
  for (let at = 20; at < 150; at += 1) await guess(at, `198.51.100.${at}`);
  expect((await people.openSetup(link, visitor('192.0.2.7'))).operator.name).toBe('careful');
  const failed = (await desk.room.log.page({ pageSize: 50, where: { act: 'loginFailed' } })).rows;
  expect(failed.map(({ details }) => details)).toContainEqual({
    name: 'setup',
    address: '203.0.113.9',
    reason: 'link',
  });
});
