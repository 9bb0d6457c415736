import type { Client, OperatorCalls, UploadedFile } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kycReview } from '../../apps/server/users/kyc/index.ts';
import { maskedName, maskedNumber } from '../../apps/server/users/kyc/person.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { listingForm } from './support/listing-form.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';
import { photo } from './support/photos.ts';
import { toldTo } from './support/told.ts';
import { upload } from './support/upload.ts';

let house: House;
let desk: OperatorsConsole;
let rita: Client<OperatorCalls>;
let ron: Client<OperatorCalls>;
let picture: Buffer;

beforeAll(async () => {
  house = await openHouse({ notices: true });
  desk = await openConsole(house, { reviewKinds: [kycReview(house)] });
  const admin = await desk.signIn();
  rita = await desk.add('rita', 'review', admin);
  ron = await desk.add('ron', 'review', admin);
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
  level: 'advanced',
  country: 'GB',
  documentType: 'passport',
  front: await photoOf(person),
  handheld: await photoOf(person),
});

/** The item of a user's level that waits. */
async function waiting(person: Person, level: string) {
  const { records } = await rita.call('getReviews', { query: { kind: 'kyc' } });
  const found = records.find(({ subject }) => subject === `${person.userId}-${level}`);
  if (found === undefined) throw new Error('nothing waits');
  return found;
}

async function decide(person: Person, level: string, reason: string, by = rita) {
  const item = await waiting(person, level);
  const params = { id: String(item.id) };
  await by.call('claimReview', { params });
  await lookAt(by, params.id);
  const verdict = reason === 'matches' ? ('approve' as const) : ('reject' as const);
  return by.call('decideReview', { params, body: { version: item.version, verdict, reason } });
}

/** Approves the advanced level as two reviewers do. */
async function approveAdvanced(person: Person) {
  await decide(person, 'advanced', 'matches', rita);
  await decide(person, 'advanced', 'matches', ron);
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
    const level = 'primary';
    expect((await toldTo(house, person)).map(({ kind, facts }) => [kind, facts])).toEqual([
      ['identity-decided', { level, decision: 'approved', reason: null }],
      ['identity-decided', { level, decision: 'rejected', reason: 'mismatch' }],
    ]);
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
    for (const name of images) await rita.call('getReviewPicture', { params: { ...params, name } });
    const shown = await rita.call('getReviewPicture', { params: { ...params, name: 'front' } });
    expect(Buffer.from(shown.base64, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await rita.call('claimReview', { params });
    const { version } = await waiting(person, 'advanced');
    await rita.call('decideReview', { params, body: { version, verdict: 'reject', reason: 'unclear' } });
    expect((await stateOf(person)).advanced).toMatchObject({ state: 'rejected', reason: 'unclear' });
    const { records } = await person.client.call('getAccountTouches');
    expect(records.map(({ act, role, code }) => [act, role, code])).toEqual([
      ['kycRejected', 'review', 'kyc.unclear'],
      ...Array.from({ length: 3 }, () => ['photoViewed', 'review', null]),
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

  it('takes no picture that another room can let go of, and no other room takes its own', async () => {
    const person = await newPerson(house, false);
    await verify(person, ada);
    const idOf = (link: string) => /file\/([^?]+)/.exec(link)![1]!;
    const draftOf = (link: string) =>
      person.client.call('saveListing', { body: { form: { ...listingForm, files: [idOf(link)] } } });
    const form = await passport(person);
    const draft = await draftOf(form.front);
    expect(await refusal(verify(person, form))).toMatchObject({ key: 'FILE_UNKNOWN' });
    await upload(house, person, picture, { path: '/api/v1/coin/member/avatar' });
    const { avatar } = (await person.client.call('getInfo')).user;
    const right = { ...form, front: await photoOf(person) };
    expect(await refusal(verify(person, { ...right, front: avatar }))).toMatchObject({ key: 'FILE_UNKNOWN' });
    await verify(person, right);
    expect(await refusal(draftOf(right.front))).toMatchObject({ key: 'FILE_UNKNOWN' });

    await person.client.call('withdrawListing', { body: { id: draft.id } });
    await person.client.call('removeAvatar');
    const { rows } = await house.pool.query(
      'select file_id from files.file where user_id = $1 and kept_at is not null order by file_id',
      [person.userId],
    );
    expect(rows.map(({ file_id }) => file_id)).toEqual([right.front, right.handheld].map(idOf).sort());
  });
});

describe('the person of an account', () => {
  const bob = { level: 'primary', name: 'Bob Byron', idNumber: 'B77-000-1' } as const;
  /** Sends both levels; `steps` are decided in their order. */
  async function person(steps: readonly ('primary' | 'first' | 'second')[] = []) {
    const user = await newPerson(house, false);
    await verify(user, ada);
    await verify(user, await passport(user));
    for (const step of steps) {
      if (step === 'primary') await decide(user, 'primary', 'matches');
      else await decide(user, 'advanced', 'matches', step === 'first' ? rita : ron);
    }
    return user;
  }
  const factsOf = async (user: Person, level: string) =>
    (await rita.call('getReview', { params: { id: String((await waiting(user, level)).id) } })).facts;

  it('is approved at the advanced level by two reviewers, after the primary one', async () => {
    const user = await person();
    expect((await refusal(decide(user, 'advanced', 'matches'))).key).toBe('REVIEW_PRIMARY_FIRST');
    await decide(user, 'primary', 'matches');
    await decide(user, 'advanced', 'matches');
    expect((await stateOf(user)).advanced.state).toBe('pending');
    const params = { id: String((await waiting(user, 'advanced')).id) };
    expect((await refusal(rita.call('claimReview', { params }))).key).toBe('REVIEW_OTHER_OPERATOR');
    await decide(user, 'advanced', 'matches', ron);
    expect((await stateOf(user)).advanced.state).toBe('approved');
    expect(await house.kyc.checkedPerson(user.userId)).toMatchObject({ name: ada.name });
    const { records } = await user.client.call('getAccountTouches');
    expect(records.filter(({ code }) => code === 'kyc.matches').map(({ act }) => act)).toEqual([
      'kycApproved',
      'kycFirstApproved',
      'kycApproved',
    ]);
  });

  it.each([
    ['waits at both levels', []],
    ['waits for the primary level after a rejection', ['rejected']],
  ] as const)('that %s may change, and the advanced level ends with it', async (_, steps) => {
    const user = await person();
    if (steps.length > 0) await decide(user, 'primary', 'mismatch');
    const photos = await waiting(user, 'advanced');
    await verify(user, bob);
    expect((await stateOf(user)).advanced).toMatchObject({ state: 'rejected', reason: 'personChanged' });
    const params = { id: String(photos.id) };
    const late = rita.call('decideReview', {
      params,
      body: { version: photos.version, verdict: 'approve', reason: 'matches' },
    });
    expect((await refusal(late)).key).toBe('REVIEW_ENDED');
    expect(await house.kyc.checkedPerson(user.userId)).toBeNull();
    // the reviewer of the new person sees the earlier one
    expect(await factsOf(user, 'primary')).toContainEqual({
      name: 'earlierPerson',
      value: `1: ${ada.name}, ${ada.idNumber}`,
    });
    // the advanced level is sent again, for the new person
    await verify(user, await passport(user));
    await decide(user, 'primary', 'matches');
    await approveAdvanced(user);
    expect(await house.kyc.checkedPerson(user.userId)).toMatchObject({ name: bob.name });
  });

  it('that is sent again after a rejection keeps the photos that wait', async () => {
    const user = await person();
    await decide(user, 'primary', 'mismatch');
    await verify(user, ada);
    expect((await stateOf(user)).advanced.state).toBe('pending');
    await decide(user, 'primary', 'matches');
    await approveAdvanced(user);
    expect(await house.kyc.checkedPerson(user.userId)).toMatchObject({ name: ada.name });
  });

  it('never changes between the two approvals of the photos, nor after them', async () => {
    for (const steps of [['primary', 'first'] as const, ['primary', 'first', 'second'] as const]) {
      const user = await person(steps);
      expect((await refusal(verify(user, bob))).key).toBe('KYC_APPROVED');
      expect((await stateOf(user)).primary.name).toBe('A••• L•••');
    }
  });

  it('counts for nothing where an approved level rests on another version', async () => {
    const user = await person(['primary', 'first', 'second']);
    await house.pool.query(
      `update kyc.submission set primary_version = 9 where user_id = $1 and level = 'advanced'`,
      [user.userId],
    );
    expect(await house.kyc.checkedPerson(user.userId)).toBeNull();
  });

  it('sent again at once with a decision ends in one of the two, and in no fault', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await person();
      const item = await waiting(user, 'primary');
      const params = { id: String(item.id) };
      await rita.call('claimReview', { params });
      await lookAt(rita, params.id);
      const ends = await Promise.allSettled([
        verify(user, bob),
        rita.call('decideReview', {
          params,
          body: { version: item.version, verdict: 'approve', reason: 'matches' },
        }),
      ]);
      const keys = await Promise.all(
        ends.map((end) => (end.status === 'fulfilled' ? null : refusal(Promise.reject(end.reason)))),
      );
      for (const key of keys) if (key !== null) expect(['KYC_APPROVED', 'REVIEW_ENDED']).toContain(key.key);
      const { primary, advanced } = await stateOf(user);
      expect([primary.state, advanced.state]).toEqual(
        ends[1]?.status === 'fulfilled' ? ['approved', 'pending'] : ['pending', 'rejected'],
      );
    }
  });
});

describe('one document', () => {
  it.each([
    ['X 900-78', 'х900-78', 'a Cyrillic letter'],
    ['Y90079', 'Ｙ９００７９', 'full-width signs'],
    ['123450001', '١٢٣٤٥٠٠٠١', 'Arabic digits'],
    ['K123456(7)', 'K1234567', 'brackets'],
  ])('%s and %s on two accounts is found: %s', async (plain, typed) => {
    const [one, two] = [await newPerson(house, false), await newPerson(house, false)];
    await verify(one, { ...ada, idNumber: plain });
    await verify(two, { ...ada, idNumber: typed });
    const { id } = await waiting(two, 'primary');
    const { facts } = await rita.call('getReview', { params: { id: String(id) } });
    expect(facts).toContainEqual({ name: 'otherAccounts', value: '1' });
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
