import { createHash } from 'node:crypto';
import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkOf } from '../../apps/server/gateway/messages/index.ts';
import { codeTo, newBrowser } from './support/browser.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { CODES_KEY, type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person } from './support/person.ts';
import { photo } from './support/photos.ts';
import { keyOf, sha256 } from './support/step-up.ts';
import { upload } from './support/upload.ts';

const DAY_MS = 86_400_000;

let house: House;
let operators: OperatorsConsole;
let first: Client<OperatorCalls>;
let second: Client<OperatorCalls>;
let count = 0;

beforeAll(async () => {
  house = await openHouse();
  operators = await openConsole(house, { reviewKinds: [house.recoveryReview] });
  first = await operators.signIn();
  second = await operators.add('rosa', 'review', first);
});
afterAll(async () => {
  await operators?.stop();
  await house?.stop();
});

interface Owner extends Person {
  readonly email: string;
}

/** Somebody with a mail and an authenticator. */
async function owner(): Promise<Owner> {
  count += 1;
  const person = await newPerson(house, false);
  const email = `lost-${count}@example.org`;
  await house.pool.query('update identity.user set email = $2 where user_id = $1', [person.userId, email]);
  await house.pool.query(
    `insert into factors.authenticator (user_id, secret_sealed, last_step, bound_at) values ($1, 'x', 0, now())`,
    [person.userId],
  );
  return { ...person, email };
}

/** Marks the identity check of a user as passed, with photos of the user's own. */
async function verify(userId: number): Promise<void> {
  const sealed = house.kyc.safe.seal({ name: 'Ada Lovelace', idNumber: 'L01X-00T4' });
  for (const level of ['primary', 'advanced'])
    await house.pool.query(
      `insert into kyc.submission (user_id, level, version, state, person_sealed, primary_version, submitted_at, due_at)
       values ($1, $2, 1, 'approved', $3, 1, now(), now())`,
      [userId, level, level === 'primary' ? sealed : null],
    );
}

/** The ticket of a login that waits for its second step. */
async function ticketOf({ account }: Person): Promise<string> {
  const body = { type: 'account', account, password: PASSWORD };
  const { data } = await newBrowser(house).post('/api/user/login', body);
  return (data as { details: { ticket: string } }).details.ticket;
}

const open = async (person: Person) =>
  clientOf(house).call('openRecovery', { body: { act: 'login', ticket: await ticketOf(person) } });

/** Sends a request as the owner of an account that is not verified does. Returns its token and number. */
async function asked(person: Owner) {
  const { token, number } = await open(person);
  await clientOf(house).call('recoveryCode', { body: { token } });
  const code = await codeTo(house, person.email);
  await clientOf(house).call('submitRecovery', { body: { token, code } });
  return { token, number };
}

/** Claims and decides the open item of a request. */
async function decide(
  by: Client<OperatorCalls>,
  number: number,
  verdict: 'approve' | 'reject',
  code: string,
) {
  const { rows } = await house.pool.query(
    `select item_id, version from review.item
     where kind = 'recovery' and subject = $1 and state in ('open', 'claimed')`,
    [String(number)],
  );
  const params = { id: String(rows[0].item_id) };
  await by.call('claimReview', { params });
  await lookAt(by, params.id);
  await by.call('decideReview', { params, body: { version: rows[0].version, verdict, reason: code } });
}

/** Lets the waiting time of a request pass, and not that of the operators' sessions. */
const timeIsOver = (number: number) =>
  house.pool.query('update recovery.request set due_at = $2 where request_no = $1', [
    number,
    new Date(house.now()),
  ]);

const factorsOf = async ({ userId }: Person) =>
  (await house.pool.query('select 1 from factors.authenticator where user_id = $1', [userId])).rows.length;
const kindsTo = async (to: string) =>
  (
    await house.pool.query('select kind from messages.message where recipient = $1 order by message_id', [to])
  ).rows.map(({ kind }) => kind);

describe('a request to remove lost factors', () => {
  it('needs password and contact, two operators and seven days, and then ends sessions and holds withdrawals', async () => {
    const person = await owner();
    await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [person.userId]);
    const opened = await open(person);
    expect(opened).toMatchObject({
      state: 'draft',
      photo: false,
      contact: expect.stringMatching(/^..\*{4}rg$/),
    });
    const { token } = opened;
    expect(await keyOf(clientOf(house).call('submitRecovery', { body: { token } }))).toBe('CODE_REQUIRED');
    const { number } = await asked(person);
    expect(await kindsTo(person.email)).toContain('recoveryAsked');
    expect(await factorsOf(person)).toBe(1);

    await decide(first, number, 'approve', 'contactShown');
    // the first operator does not take the second item
    const { rows } = await house.pool.query(
      `select item_id from review.item where kind = 'recovery' and subject = $1 and state = 'open'`,
      [String(number)],
    );
    expect(await keyOf(first.call('claimReview', { params: { id: String(rows[0].item_id) } }))).toBe(
      'REVIEW_OTHER_OPERATOR',
    );
    await timeIsOver(number);
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(1);
    await decide(second, number, 'approve', 'contactShown');
    await house.runTask('finishRecovery', String(number));
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(0);
    expect(await keyOf(person.client.call('getInfo'))).toBe('SIGNED_OUT');
    const security = await house.factors.holds.current(person.userId);
    expect(security).toMatchObject([{ reason: 'recovery' }]);
    expect((security[0]?.untilMs ?? 0) - house.now()).toBeGreaterThan(71 * 3_600_000);
    expect(await house.factors.freezes.isFrozen(person.userId)).toBe(false);
    const { records } = await house.touches.list(person.userId, { cursor: null, limit: 20 });
    expect(records.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['recoveryApproved', 'recoveryApproved']),
    );
    expect(await kindsTo(person.email)).toContain('recoveryDone');
  });

  it('waits for its time although both operators approved', async () => {
    const person = await owner();
    const { number } = await asked(person);
    await decide(first, number, 'approve', 'contactShown');
    await decide(second, number, 'approve', 'contactShown');
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(1);
    const { rows } = await house.pool.query(
      `select run_at from jobs.jobs where task_identifier = 'finishRecovery' order by id desc limit 1`,
    );
    expect(rows[0].run_at.getTime() - house.now()).toBeGreaterThan(6.9 * DAY_MS);
  });

  it('waits for another operator where one who approved is disabled since', async () => {
    const person = await owner();
    const { number, token } = await asked(person);
    await decide(first, number, 'approve', 'contactShown');
    const leaver = await operators.add(`leaver-${number}`, 'review', first);
    await decide(leaver, number, 'approve', 'contactShown');
    const { rows } = await house.pool.query(
      'update operator.person set disabled_at = now() where name = $1 returning name',
      [`leaver-${number}`],
    );
    expect(rows).toHaveLength(1);
    await timeIsOver(number);
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(1);
    expect((await clientOf(house).call('getRecovery', { body: { token } })).state).toBe('waiting');
    await decide(second, number, 'approve', 'contactShown');
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(0);
  });

  it('is cancelled by the link of a mail without a login, also after both approvals', async () => {
    const person = await owner();
    const { number } = await asked(person);
    await decide(first, number, 'approve', 'contactShown');
    await decide(second, number, 'approve', 'contactShown');
    const { rows } = await house.pool.query(
      `select link_nonce from messages.message where kind = 'recoveryAsked' and user_id = $1`,
      [person.userId],
    );
    const token = linkOf(CODES_KEY, rows[0].link_nonce, 'recover');
    // a link that freezes is none that cancels
    const freeze = linkOf(CODES_KEY, rows[0].link_nonce);
    expect(await keyOf(clientOf(house).call('cancelRecovery', { body: { token: freeze } }))).toBe(
      'RECOVERY_UNKNOWN',
    );
    await clientOf(house).call('cancelRecovery', { body: { token } });
    await clientOf(house).call('cancelRecovery', { body: { token } });
    await timeIsOver(number);
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(1);
    expect(await kindsTo(person.email)).toContain('recoveryCancelled');
    // neither the row nor the mail holds what the link ends with
    const stored = await house.pool.query('select link_hash from recovery.request where request_no = $1', [
      number,
    ]);
    expect(stored.rows[0].link_hash).toEqual(createHash('sha256').update(token).digest());
  });

  it('is cancelled by any session, also of a frozen account, and no operator decides on it then', async () => {
    const person = await owner();
    const { number, token } = await asked(person);
    await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [person.userId]);
    house.identity.sessions.sayEnded(person.userId);
    expect(await person.client.call('getOwnRecovery')).toMatchObject({ number });
    await person.client.call('cancelOwnRecovery');
    expect(await person.client.call('getOwnRecovery')).toBeNull();
    expect((await clientOf(house).call('getRecovery', { body: { token } })).state).toBe('cancelled');
    const { rows } = await house.pool.query(
      `select state from review.item where kind = 'recovery' and subject = $1`,
      [String(number)],
    );
    expect(rows).toEqual([{ state: 'withdrawn' }]);
  });

  it('is refused by one operator with a reason that the requester reads', async () => {
    const person = await owner();
    const { number, token } = await asked(person);
    await decide(first, number, 'reject', 'takeover');
    expect(await clientOf(house).call('getRecovery', { body: { token } })).toMatchObject({
      state: 'refused',
      reason: 'takeover',
    });
    await timeIsOver(number);
    await house.runTask('finishRecovery', String(number));
    expect(await factorsOf(person)).toBe(1);
  });

  it('takes a photo with a note where the account is verified, by the token of the request alone', async () => {
    const person = await owner();
    await verify(person.userId);
    const { token, note, photo: isAsked, contact } = await open(person);
    expect({ isAsked, contact }).toEqual({ isAsked: true, contact: null });
    expect(note).toMatch(/^CANDOR \d{6}$/);
    const bytes = await photo();
    const path = (of: string) => `/api/user/recovery/photo?token=${of}`;
    expect((await upload(house, null, bytes, { path: path('a'.repeat(43)) })).data).toMatchObject({
      key: 'RECOVERY_UNKNOWN',
    });
    const taken = await upload(house, null, bytes, { path: path(token) });
    const { id } = taken.data as { id: string };
    expect(await keyOf(clientOf(house).call('submitRecovery', { body: { token } }))).toBe('FILE_MISSING');
    const others = await open(await owner());
    expect(
      await keyOf(clientOf(house).call('submitRecovery', { body: { token: others.token, photo: id } })),
    ).toBe('CODE_REQUIRED');
    await clientOf(house).call('submitRecovery', { body: { token, photo: id } });
    const { rows } = await house.pool.query(
      `select item_id from review.item where kind = 'recovery' and user_id = $1`,
      [person.userId],
    );
    const read = await first.call('getReview', { params: { id: String(rows[0].item_id) } });
    expect(JSON.stringify(read)).toContain(note);
    const { records } = await house.touches.list(person.userId, { cursor: null, limit: 5 });
    expect(records[0]?.act).toBe('recoveryViewed');
  });

  it('is impossible by a mail alone, and for an account with nothing to show', async () => {
    const byMail = await owner();
    const browser = newBrowser(house);
    await browser.post(`/api/user/sendEmailCode?type=reset&email=${encodeURIComponent(byMail.email)}`);
    const code = await codeTo(house, byMail.email);
    const hashed = sha256('another-horse-7');
    const step = await browser.post(
      `/api/user/backPwd?type=email&account=${encodeURIComponent(byMail.email)}&code=${code}&password=${hashed}&confirmPassword=${hashed}`,
    );
    const { ticket } = (step.data as { details: { ticket: string } }).details;
    expect(await keyOf(clientOf(house).call('openRecovery', { body: { act: 'reset', ticket } }))).toBe(
      'RECOVERY_IMPOSSIBLE',
    );
    const nothing = await newPerson(house, false);
    expect(await keyOf(nothing.client.call('openOwnRecovery'))).toBe('RECOVERY_IMPOSSIBLE');
    expect(
      await keyOf(clientOf(house).call('openRecovery', { body: { act: 'login', ticket: 'a'.repeat(43) } })),
    ).toBe('LOGIN_TICKET_OVER');
  });

  it('is not sent for an account that was closed after it was begun', async () => {
    const person = await owner();
    const { token } = await open(person);
    await clientOf(house).call('recoveryCode', { body: { token } });
    const code = await codeTo(house, person.email);
    await house.pool.query('update identity.user set closed_at = now() where user_id = $1', [person.userId]);
    expect(await keyOf(clientOf(house).call('submitRecovery', { body: { token, code } }))).toBe(
      'RECOVERY_UNKNOWN',
    );
    const { rows } = await house.pool.query(
      `select from review.item where kind = 'recovery' and user_id = $1`,
      [person.userId],
    );
    expect(rows).toEqual([]);
  });

  it('exists once for an account, and an operator has no call that begins one', async () => {
    const person = await owner();
    await asked(person);
    expect(await keyOf(open(person))).toBe('RECOVERY_UNDER_WAY');
    const { operatorCalls } = await import('@candor/api');
    expect(Object.keys(operatorCalls).filter((name) => /recover|reset|unfreeze|factor/i.test(name))).toEqual([
      'operatorSecondFactor',
    ]);
  });
});
