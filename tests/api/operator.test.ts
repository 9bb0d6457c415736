import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '../../apps/server/base/errors/refusal.ts';
import { type OperatorRoom, openOperatorRoom } from '../../apps/server/operators/operator/index.ts';
import { makeFirstOperator } from '../../apps/server/program/start/first-logins.ts';
import { changedDuring } from './support/changed-during.ts';
import { codeAt, type OperatorsConsole, openConsole, STEP_MS } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, refusal } from './support/person.ts';
import { solved } from './support/proof.ts';

let house: House;
let desk: OperatorsConsole;
let room: OperatorRoom;
let first: { name: string; password: string };
let url: string;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  ({ room, first, url } = desk);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const client = (token: string | null = null) => desk.client(token);
const signIn = () => desk.signIn();
let secret = '';

describe('an operator', () => {
  it('enrols a second factor at the first login and needs it at each', async () => {
    const step = await client().call('operatorLogin', { body: first });
    expect(step.enrolment?.uri).toMatch(/^otpauth:\/\/totp\//);
    secret = step.enrolment?.secret ?? '';
    const wrong = await refusal(
      client().call('operatorSecondFactor', { body: { ticket: step.ticket, code: '000000' } }),
    );
    expect(wrong.key).toBe('OPERATOR_SECOND_FACTOR_WRONG');
    const code = await codeAt(secret, house.now());
    const session = await client().call('operatorSecondFactor', { body: { ticket: step.ticket, code } });
    expect(desk.enrolments()).toBe(1);
    desk.enrolled(secret);
    expect((await client(session.token).call('getOperator')).name).toBe(first.name);
    const again = await client().call('operatorLogin', { body: first });
    expect(again.enrolment).toBeNull();
    const replayed = await refusal(
      client().call('operatorSecondFactor', { body: { ticket: again.ticket, code } }),
    );
    expect(replayed.key).toBe('AUTHENTICATOR_CODE_USED');
  });

  it('takes a code that is 30 seconds off, and none that is older', async () => {
    // to the begin of a step, so that it is not over before the code is there
    house.advance(10 * STEP_MS - (house.now() % STEP_MS));
    const step = await client().call('operatorLogin', { body: first });
    const stale = await codeAt(secret, house.now() - 3 * STEP_MS);
    const body = { ticket: step.ticket, code: stale };
    expect((await refusal(client().call('operatorSecondFactor', { body }))).key).toBe(
      'OPERATOR_SECOND_FACTOR_WRONG',
    );
    const late = await codeAt(secret, house.now() - STEP_MS);
    await client().call('operatorSecondFactor', { body: { ticket: step.ticket, code: late } });
  });

  it('has five tries for a ticket, and ten minutes', async () => {
    const step = await client().call('operatorLogin', { body: first });
    const body = { ticket: step.ticket, code: '000000' };
    const tries = Array.from({ length: 8 }, () => refusal(client().call('operatorSecondFactor', { body })));
    const keys = (await Promise.all(tries)).map(({ key }) => key);
    expect(keys.filter((key) => key === 'OPERATOR_SECOND_FACTOR_WRONG')).toHaveLength(5);
    expect(keys.filter((key) => key === 'OPERATOR_STEP_EXPIRED')).toHaveLength(3);
    const slow = await client().call('operatorLogin', { body: first });
    house.advance(10 * 60_000 + 1_000);
    const code = await codeAt(secret, house.now());
    const late = await refusal(
      client().call('operatorSecondFactor', { body: { ticket: slow.ticket, code } }),
    );
    expect(late.key).toBe('OPERATOR_STEP_EXPIRED');
  });

  it('is signed out after half an hour without a call, and at logout', async () => {
    const idle = await signIn();
    house.advance(29 * 60_000);
    await idle.call('getOperator');
    house.advance(31 * 60_000);
    expect((await refusal(idle.call('getOperator'))).key).toBe('SIGNED_OUT');
    const brief = await signIn();
    await brief.call('operatorLogout');
    expect((await refusal(brief.call('getOperator'))).key).toBe('SIGNED_OUT');
  });

  it('is no user, and no user is an operator', async () => {
    const person = await newPerson(house, false);
    expect((await refusal(client(person.token).call('getDashboard'))).key).toBe('SIGNED_OUT');
    const asUser = await fetch(`${house.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'account', account: first.name, password: first.password }),
    });
    expect(((await asUser.json()) as { code: number }).code).toBe(1001);
    const wrong = await refusal(client().call('operatorLogin', { body: { ...first, password: 'wrong' } }));
    const unknown = await refusal(
      client().call('operatorLogin', { body: { name: 'nobody', password: 'wrong' } }),
    );
    expect(wrong).toEqual(unknown);
  });

  it('is made once, and the factor lies sealed in the database', async () => {
    expect(await room.people.ensureFirst()).toBeNull();
    expect(await room.people.first()).toEqual({ name: first.name, enrolled: true, isSetupOver: false });
    const { rows } = await house.pool.query('select totp_sealed from operator.person');
    expect(rows[0].totp_sealed.toString('latin1')).not.toContain(secret);
  });
});

describe('attempts to log in', () => {
  const LIMIT = 3;
  let strict: OperatorRoom;
  /** Takes the first step, with the work that it asks for, as the console does. */
  const login = async (
    name: string,
    password: string,
    visitor: { ip: string; deviceToken: string | null },
  ) => {
    try {
      return await strict.people.login(name, password, visitor);
    } catch (error) {
      const proof = await solved((error as Refusal).problem);
      if (proof === undefined) throw error;
      return strict.people.login(name, password, visitor, proof);
    }
  };
  const wrong = (ip: string, deviceToken: string | null = null) =>
    login(first.name, 'a wrong password', { ip, deviceToken }).then(
      () => 'let in',
      (error: Refusal) => error.key,
    );
  const enter = async (ip: string, deviceToken: string | null) => {
    const { ticket } = await login(first.name, first.password, { ip, deviceToken });
    house.advance(STEP_MS);
    const code = await codeAt(secret, house.now());
    return strict.people.secondFactor(ticket, code, { ip, deviceToken });
  };
  const failuresLogged = async () =>
    (await room.log.page({ pageSize: 500, where: {} })).rows.filter(({ action }) => action === 'loginFailed');
  const timesOf = (entries: Awaited<ReturnType<typeof failuresLogged>>) =>
    entries.reduce((sum, { details }) => sum + Number(details.times ?? 1), 0);

  beforeAll(async () => {
    const { pool, now } = house;
    const options = { secretKey: desk.secretKey, loginAttemptsPerMinute: LIMIT, onEnrolled: async () => {} };
    strict = await openOperatorRoom({ pool, now, ...options, ...desk.setupLinks });
  });

  it('from one address, an IPv6 /64 among them, lock nobody else out', async () => {
    for (const address of [() => '203.0.113.1', (at: number) => `2001:db8:0:1::${at + 1}`]) {
      const keys = [];
      for (let at = 0; at < LIMIT + 2; at++) keys.push(await wrong(address(at)));
      expect(keys.slice(0, LIMIT)).toEqual(Array(LIMIT).fill('WRONG_CREDENTIALS'));
      expect(keys.slice(LIMIT)).toEqual(['LOGIN_RATE_LIMITED', 'LOGIN_RATE_LIMITED']);
    }
    expect((await enter('203.0.113.2', null)).session.name).toBe(first.name);
  });

  it('from many addresses do not keep out a device that logged in before', async () => {
    const { device } = await enter('203.0.113.3', null);
    const attack = Array.from({ length: 10 * LIMIT }, (_, at) => wrong(`198.51.100.${at}`));
    expect(new Set(await Promise.all(attack))).toEqual(new Set(['WRONG_CREDENTIALS']));
    expect(await wrong('198.51.100.99')).toBe('LOGIN_RATE_LIMITED');
    expect(await wrong('198.51.100.98', 'x'.repeat(43))).toBe('LOGIN_RATE_LIMITED');
    const next = await enter('198.51.100.1', device.token);
    expect(next.device.token).not.toBe(device.token);
    expect(await wrong('198.51.100.97', device.token)).toBe('LOGIN_RATE_LIMITED');
    for (let at = 0; at < LIMIT; at++) {
      expect(await wrong('198.51.100.1', next.device.token)).toBe('WRONG_CREDENTIALS');
    }
    expect(await wrong('198.51.100.1', next.device.token)).toBe('LOGIN_RATE_LIMITED');
    const { rows } = await house.pool.query('select * from operator.known_device');
    expect(JSON.stringify(rows)).not.toContain(next.device.token);
    await strict.people.forgetDevice(
      next.session,
      (await strict.people.devices(next.session, { ip: '', deviceToken: next.device.token })).find(
        ({ current }) => current,
      )?.id as string,
    );
    expect(
      await strict.people.devices(next.session, { ip: '', deviceToken: next.device.token }),
    ).not.toContainEqual(expect.objectContaining({ current: true }));
  });

  it('from many addresses cost work before they use up what a name has', async () => {
    await house.pool.query('delete from operator.login_limit');
    const free: string[] = [];
    for (let at = 0; at < 10 * LIMIT; at += 1) {
      const visitor = { ip: `192.0.2.${at}`, deviceToken: null };
      const key = await strict.people.login(first.name, 'a wrong password', visitor).catch(({ key }) => key);
      free.push(String(key));
    }
    expect(free.filter((key) => key === 'WRONG_CREDENTIALS').length).toBeLessThanOrEqual(5 * LIMIT + 1);
    expect(free.at(-1)).toBe('LOGIN_PROOF_NEEDED');
    // a fresh address gets in for its work
    expect((await enter('192.0.2.200', null)).session.name).toBe(first.name);
  });

  it('that fail are in the log with name, address and reason, and a flood of them is counted', async () => {
    await strict.people.settleFailures();
    const before = await failuresLogged();
    expect(before.map(({ details }) => details)).toContainEqual({
      name: first.name,
      address: '203.0.113.1',
      reason: 'password',
    });
    expect(before.map(({ details }) => details.reason)).toContain('limit');
    house.advance(3_600_000 + 1_000);
    await strict.people.settleFailures();
    await house.pool.query('delete from operator.login_limit');
    const [entries, calm] = [(await failuresLogged()).length, timesOf(await failuresLogged())];
    for (let at = 0; at < 60; at++) {
      const name = `guess ${at % 40}`;
      await login(name, 'x', { ip: '203.0.113.77', deviceToken: null }).catch(() => {});
    }
    expect((await failuresLogged()).length).toBe(entries + 20);
    house.advance(3_600_000 + 1_000);
    await (await signIn()).call('getOperatorLog', { query: {} });
    const all = await failuresLogged();
    expect(timesOf(all)).toBe(calm + 60);
    expect(all.length).toBeLessThanOrEqual(entries + 44);
    expect(all.map(({ details }) => details.name)).toContain('*');
    expect((await room.log.verify()).intact).toBe(true);
  });
});

describe('a change of the password', () => {
  it('needs the old one and a code, ends other sessions and forgets other devices', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const change = async (oldPassword: string, newPassword: string, right: boolean) => {
      house.advance(STEP_MS);
      const code = right ? await codeAt(secret, house.now()) : '000000';
      return one.call('changeOperatorPassword', { body: { oldPassword, newPassword, code } });
    };
    const newPassword = 'a long walk by the sea';
    const refused = async (...of: Parameters<typeof change>) => (await refusal(change(...of))).key;
    expect(await refused('not the old one', newPassword, true)).toBe('OPERATOR_PASSWORD_WRONG');
    expect(await refused(first.password, 'too short', true)).toBe('OPERATOR_PASSWORD_WEAK');
    expect(await refused(first.password, `the ${first.name} of this`, true)).toBe('OPERATOR_PASSWORD_WEAK');
    expect(await refused(first.password, first.password, true)).toBe('OPERATOR_PASSWORD_WEAK');
    expect(await refused(first.password, newPassword, false)).toBe('OPERATOR_SECOND_FACTOR_WRONG');
    expect((await one.call('getOperatorDevices')).length).toBeGreaterThan(1);
    const { endedSessions } = await change(first.password, newPassword, true);
    expect(endedSessions).toBeGreaterThanOrEqual(1);
    expect((await refusal(other.call('getOperator'))).key).toBe('SIGNED_OUT');
    expect((await one.call('getOperator')).name).toBe(first.name);
    expect(await one.call('getOperatorDevices')).toEqual([]);
    expect((await refusal(client().call('operatorLogin', { body: first }))).key).toBe('WRONG_CREDENTIALS');
    const entries = (await room.log.page({ pageSize: 20, where: {} })).rows;
    expect(entries.find(({ action }) => action === 'changePassword')).toMatchObject({
      operator: first.name,
      details: { endedSessions: String(endedSessions) },
    });
    desk.passwordIs(newPassword);
    await signIn();
  });

  it('leaves nothing to a login that the old password began', async () => {
    const changed = (request: () => Promise<unknown>) =>
      changedDuring(
        house.pool,
        {
          begin: (trx) =>
            trx.query('update operator.person set password_hash = password_hash || $2 where name = $1', [
              first.name,
              'x',
            ]),
          end: (trx) => trx.query('delete from operator.ticket'),
        },
        () => refusal(request()),
      );
    const put = async (hash: unknown) =>
      house.pool.query('update operator.person set password_hash = $2 where name = $1', [first.name, hash]);
    const { rows } = await house.pool.query('select password_hash from operator.person where name = $1', [
      first.name,
    ]);
    const login = () => client().call('operatorLogin', { body: desk.login() });
    expect(await changed(login)).toMatchObject({ key: 'WRONG_CREDENTIALS' });
    await put(rows[0].password_hash);
    const { ticket } = await login();
    house.advance(STEP_MS);
    const body = { ticket, code: await codeAt(secret, house.now()) };
    const stepTwo = () => client().call('operatorSecondFactor', { body });
    expect(await changed(stepTwo)).toMatchObject({ key: 'OPERATOR_STEP_EXPIRED' });
    await put(rows[0].password_hash);
  });

  it('is remembered by a cookie of its device that scripts cannot read and that lets nobody in', async () => {
    const json = { 'content-type': 'application/json' };
    const body = (value: unknown) => ({ method: 'POST', headers: json, body: JSON.stringify(value) });
    const step = await (await fetch(`${url}/api/console/login`, body(desk.login()))).json();
    house.advance(STEP_MS);
    const code = await codeAt(secret, house.now());
    const { ticket } = (step as { data: { ticket: string } }).data;
    const answer = await fetch(`${url}/api/console/secondFactor`, body({ ticket, code }));
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^candor-operator-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const sent = cookie.split(';')[0] as string;
    const asked = await fetch(`${url}/api/console/operator`, { headers: { cookie: sent } });
    expect(((await asked.json()) as { code: number }).code).toBe(401);
    const { token } = ((await answer.json()) as { data: { token: string } }).data;
    const headers = { cookie: sent, authorization: token };
    const devices = await (await fetch(`${url}/api/console/devices`, { headers })).json();
    expect((devices as { data: unknown[] }).data[0]).toMatchObject({ current: true });
  });
});

describe('metrics', () => {
  it('tell of both apps, and nothing of anybody, and not on the console’s port', async () => {
    const person = await newPerson(house, false);
    await person.client.call('getSpotGoods');
    const text = await house.metrics.text();
    expect(text).toMatch(/candor_journal_ready 1/);
    expect(text).toMatch(/candor_call_answers_total\{call="getSpotGoods",code="200"\} \d/);
    expect(text).toMatch(/candor_call_answers_total\{call="operatorLogin",code="200"\} \d/);
    expect(text).not.toContain(person.token);
    expect(await (await fetch(`${url}/metrics`)).text()).not.toMatch(/candor_|process_|nodejs_/);
  });
});

describe('the dashboard', () => {
  it('shows sums of 0 per asset, the journal and the queues', async () => {
    const operator = await signIn();
    const board = await operator.call('getDashboard');
    expect(board.ledger.map(({ sum }) => sum)).toEqual(board.ledger.map(() => '0.00000000'));
    expect(board).toMatchObject({ feed: 'replay', firstFeed: 'simulator' });
    expect(board.journal).toMatchObject({ state: 'ready', reason: null });
    expect(board.journal.committedSeq).toBeGreaterThan(0);
    expect(board.index.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(board.queues.map(({ name }) => name)).toEqual(['commands', 'history', 'outbox']);
    expect(board.processes).toMatchObject([{ name: 'core', state: 'ready', restarts: 1 }]);
    expect(board.operatorLog.entries).toBeGreaterThan(0);
  });
});

describe('the log', () => {
  it('lists the entries of one act, page by page', async () => {
    let operator = await signIn();
    for (let at = 0; at < 3; at++) operator = await signIn();
    const query = { act: 'login', pageSize: '2' };
    const page = await operator.call('getOperatorLog', { query });
    const next = await operator.call('getOperatorLog', {
      query: { ...query, cursor: page.nextCursor ?? '' },
    });
    const records = [...page.records, ...next.records];
    expect(records.map(({ action }) => action)).toEqual(Array(4).fill('login'));
    expect(new Set(records.map(({ no }) => no)).size).toBe(4);
    const none = await operator.call('getOperatorLog', { query: { act: 'noSuchAct' } });
    expect(none).toEqual({ records: [], nextCursor: null });
  });

  it('is paged, verified, and shows where it was changed', async () => {
    const operator = await signIn();
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { pageSize: '3', ...(cursor === undefined ? {} : { cursor }) };
      const page = await operator.call('getOperatorLog', { query });
      numbers.push(...page.records.map(({ no }) => no));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const { entries, headHash } = await room.log.head();
    expect(numbers).toEqual(Array.from({ length: entries }, (_, at) => entries - at));
    expect(await operator.call('verifyOperatorLog')).toEqual({
      entries,
      headHash,
      intact: true,
      firstBad: null,
    });
    await expect(house.pool.query("update operator.log set action = 'nothing'")).rejects.toThrow(
      /only added to/,
    );
    await expect(house.pool.query('delete from operator.log')).rejects.toThrow(/only added to/);
    await house.pool.query(`begin; alter table operator.log disable trigger log_is_kept;
      update operator.log set details = '{"reason":"another"}' where no = 2;
      alter table operator.log enable trigger log_is_kept; commit`);
    expect(await operator.call('verifyOperatorLog')).toMatchObject({ intact: false, firstBad: 2 });
  });
});

describe('the first operator of a real house', () => {
  it('replaces the password that the program shows, which works once and for three days', async () => {
    const { rows } = await house.pool.query('select name from operator.person order by operator_id limit 1');
    // nobody has been let in yet
    await house.pool.query(
      'update operator.person set totp_sealed = null, totp_last_step = 0 where name = $1',
      [rows[0].name],
    );
    const { people } = room;
    const visitor = { ip: '203.0.113.7', deviceToken: null };
    const shown = { name: String(rows[0].name), password: 'shown-on-the-terminal' };
    const begin = (drawn: string) => {
      const forget = async () => {
        shown.password = drawn;
      };
      return makeFirstOperator(room, { read: async () => ({ ...shown, account: shown.name }), forget }, true);
    };
    const enter = () => people.login(shown.name, shown.password, visitor);
    // begun in practice, then as it is in real mode
    await people.ensureFirst(shown.password);
    expect((await enter()).setsPassword).toBe(false);
    await begin('never-drawn');
    const early = await enter();
    // a start within the three days keeps the password and gives it no more time
    house.advance(2 * 24 * 3_600_000);
    await begin('never-drawn');
    expect(shown.password).toBe('shown-on-the-terminal');
    expect((await enter()).setsPassword).toBe(true);
    house.advance(2 * 24 * 3_600_000);
    await expect(enter()).rejects.toMatchObject({ key: 'WRONG_CREDENTIALS' });
    await people.ensureFirst(shown.password, true);
    await expect(enter()).rejects.toMatchObject({ key: 'WRONG_CREDENTIALS' });
    await begin('drawn-afresh');
    expect(shown.password).toBe('drawn-afresh');
    const { rows: tickets } = await house.pool.query(
      'select 1 from operator.ticket join operator.person using (operator_id) where name = $1',
      [shown.name],
    );
    expect(early.setsPassword).toBe(true);
    expect(tickets).toEqual([]);
    const { ticket, enrolment, setsPassword } = await enter();
    expect(setsPassword).toBe(true);
    const code = await codeAt(enrolment?.secret ?? '', house.now());
    const own = 'a password of my own';
    for (const [newPassword, key] of [
      [undefined, 'OPERATOR_PASSWORD_NEEDED'],
      [shown.password, 'OPERATOR_PASSWORD_WEAK'],
    ] as const)
      await expect(people.secondFactor(ticket, code, visitor, newPassword)).rejects.toMatchObject({ key });
    await people.secondFactor(ticket, code, visitor, own);
    await expect(enter()).rejects.toMatchObject({ key: 'WRONG_CREDENTIALS' });
    expect((await people.login(shown.name, own, visitor)).setsPassword).toBe(false);
    expect(await people.ensureFirst(shown.password, true)).toBeNull();
  });
});
