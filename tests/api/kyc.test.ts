import type { Client, OperatorCalls, UploadedFile } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kycReview } from '../../apps/server/kyc/index.ts';
import { maskedName, maskedNumber } from '../../apps/server/kyc/person.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';
import { photo } from './support/photos.ts';
import { upload } from './support/upload.ts';

let house: House;
let desk: OperatorsConsole;
let rita: Client<OperatorCalls>;
let picture: Buffer;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { reviewKinds: [kycReview(house)] });
  rita = await desk.add('rita', 'review', await desk.signIn());
  picture = await photo(0, { width: 300, height: 200 });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const ada = { level: 'primary', name: 'Ada Lovelace', idNumber: 'L01X-00T47' } as const;
const verify = (person: Person, body: object) => person.client.call('verified', { body: body as never });
const stateOf = (person: Person) => person.client.call('getMemberOtherData');

async function photoOf(person: Person): Promise<string> {
  return ((await upload(house, person, picture)).data as UploadedFile).link;
}

const passport = async (person: Person) => ({
  ...{ level: 'advanced', country: 'GB', documentType: 'passport' },
  ...{ front: await photoOf(person), handheld: await photoOf(person) },
});

/** The item of a user's level that waits. */
async function waiting(person: Person, level: string) {
  const { records } = await rita.call('getReviews', { query: { kind: 'kyc' } });
  const found = records.find(({ subject }) => subject === `${person.userId}-${level}`);
  if (found === undefined) throw new Error('nothing waits');
  return found;
}

async function decide(person: Person, level: string, reason: string, version?: number) {
  const item = await waiting(person, level);
  const params = { id: String(item.id) };
  await rita.call('claimReview', { params });
  const verdict = reason === 'matches' ? ('approve' as const) : ('reject' as const);
  return rita.call('decideReview', { params, body: { version: version ?? item.version, verdict, reason } });
}

describe('the primary level', () => {
  it('goes from nothing to pending with a time, and shows name and number masked alone', async () => {
    const person = await newPerson(house, false);
    expect((await stateOf(person)).primary).toMatchObject({ state: 'none', version: 0, name: null });
    const { primary } = await verify(person, ada);
    expect(primary).toMatchObject({ state: 'pending', version: 1, reason: null });
    expect(primary.dueTime).toBe((primary.submitTime as number) + 24 * 3_600_000);
    expect(primary).toMatchObject({ name: 'A••• L•••', idNumber: '•••0T47' });
  });

  it('lies encrypted in the database', async () => {
    const { rows } = await house.pool.query(
      `select encode(person_sealed, 'escape') || encode(id_hash, 'escape') as text from kyc.submission`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toMatch(/Ada|Lovelace|L01X/);
  });

  it('is taken from the query as well as from the body, and both must fit the level', async () => {
    const person = await newPerson(house, false);
    const path = `/api/user/uploadKYC?level=primary&name=Ada%20Lovelace`;
    const { token } = person;
    const short = await send(house, 'POST', path, { token, body: {} });
    expect(short.data).toMatchObject({ key: 'INVALID_INPUT' });
    const whole = await send(house, 'POST', path, { token, body: { idNumber: ada.idNumber } });
    expect(whole.data).toMatchObject({ primary: { state: 'pending' } });
  });

  it('sent twice is one submission; sent otherwise it takes the place of the first', async () => {
    const person = await newPerson(house, false);
    await Promise.all([verify(person, ada), verify(person, ada)]);
    expect((await stateOf(person)).primary.version).toBe(1);
    const first = await waiting(person, 'primary');
    await verify(person, { ...ada, name: 'Augusta Ada King' });
    expect((await stateOf(person)).primary.version).toBe(2);
    const params = { id: String(first.id) };
    const stale = rita.call('decideReview', {
      params,
      body: { version: 1, verdict: 'approve', reason: 'matches' },
    });
    expect((await refusal(stale)).key).toBe('REVIEW_ENDED');
    expect((await stateOf(person)).primary.state).toBe('pending');
  });

  it('that is rejected shows its reason and is submitted again; once approved it stays', async () => {
    const person = await newPerson(house, false);
    await verify(person, ada);
    await decide(person, 'primary', 'mismatch');
    expect((await stateOf(person)).primary).toMatchObject({
      state: 'rejected',
      reason: 'mismatch',
      dueTime: null,
    });
    await verify(person, { ...ada, idNumber: 'L01X-00T48' });
    await decide(person, 'primary', 'matches');
    expect((await stateOf(person)).primary).toMatchObject({ state: 'approved', version: 2, reason: null });
    expect((await refusal(verify(person, ada))).key).toBe('KYC_APPROVED');
  });

  it('names a document of another account to the reviewer', async () => {
    const [one, two] = [await newPerson(house, false), await newPerson(house, false)];
    await verify(one, { ...ada, idNumber: 'X 900-77' });
    await verify(two, { ...ada, idNumber: 'x90077' });
    const { id } = await waiting(two, 'primary');
    const { facts } = await rita.call('getReview', { params: { id: String(id) } });
    expect(facts).toContainEqual({ name: 'otherAccounts', value: '1' });
    expect(facts).toContainEqual({ name: 'name', value: 'Ada Lovelace' });
  });
});

describe('the advanced level', () => {
  it('needs the primary one, a country, and photos of one’s own', async () => {
    const [person, other] = [await newPerson(house, false), await newPerson(house, false)];
    const form = await passport(person);
    expect((await refusal(verify(person, form))).key).toBe('KYC_PRIMARY_FIRST');
    await verify(person, ada);
    const wrong = await refusal(verify(person, { ...form, country: 'XX' }));
    expect(wrong).toMatchObject({ key: 'INVALID_INPUT', field: 'country' });
    const stolen = await refusal(verify(person, { ...form, front: await photoOf(other) }));
    expect(stolen.key).toBe('FILE_UNKNOWN');
    const withoutBack = refusal(verify(person, { ...form, documentType: 'idCard' }));
    expect((await withoutBack).key).toBe('INVALID_INPUT');
    expect((await verify(person, form)).advanced).toMatchObject({ state: 'pending', country: 'GB' });
  });

  it('shows its photos to reviewers, and the user who looked at what and decided why', async () => {
    const person = await newPerson(house, false);
    await verify(person, ada);
    await verify(person, await passport(person));
    const params = { id: String((await waiting(person, 'advanced')).id) };
    const { images } = await rita.call('getReview', { params });
    expect(images).toEqual(['front', 'handheld']);
    const shown = await rita.call('getReviewPicture', { params: { ...params, name: 'front' } });
    expect(Buffer.from(shown.base64, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await decide(person, 'advanced', 'unclear');
    expect((await stateOf(person)).advanced).toMatchObject({ state: 'rejected', reason: 'unclear' });
    const { records } = await person.client.call('getAccountTouches');
    expect(records.map(({ act, role, code }) => [act, role, code])).toEqual([
      ['kycRejected', 'review', 'kyc.unclear'],
      ['photoViewed', 'review', null],
      ['kycViewed', 'review', null],
    ]);
    expect(JSON.stringify(records)).not.toContain('rita');
  });

  it('keeps its photos beyond the day after which unused ones are deleted', async () => {
    const person = await newPerson(house, false);
    await verify(person, ada);
    const form = await passport(person);
    await verify(person, form);
    const unused = await photoOf(person);
    const { rows } = await house.pool.query(
      'select count(*) filter (where kept_at is null) as unused, count(*) as all from files.file where user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([{ unused: '1', all: '3' }]);
    expect(unused).not.toBe(form.front);
  });
});

it('takes at most ten submissions of a level in a day', async () => {
  const person = await newPerson(house, false);
  for (let at = 0; at < 10; at += 1) await verify(person, { ...ada, idNumber: `NO-${1000 + at}` });
  expect((await refusal(verify(person, { ...ada, idNumber: 'NO-2000' }))).key).toBe('KYC_LIMITED');
});

it('masks names and numbers', () => {
  expect(maskedName('José  de la Cruz')).toBe('J••• d••• l••• C•••');
  expect(maskedNumber('1234567')).toBe('•••67');
  expect(maskedNumber('12345678')).toBe('•••5678');
});
