import {
  type Client,
  type ListingApplication,
  type ListingForm,
  listingChecks,
  type OperatorCalls,
} from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAt } from './support/console.ts';
import type { House } from './support/house.ts';
import {
  answered,
  type Decision,
  decide,
  discard,
  itemOf,
  type ListingDesk,
  openListingDesk,
  read,
  save,
  sent,
  submit,
} from './support/listing-desk.ts';
import { listingForm } from './support/listing-form.ts';
import { newPerson, send } from './support/person.ts';
import { keyOf } from './support/step-up.ts';
import { mailed, reached, toldOf } from './support/told.ts';

const DAY_MS = 86_400_000;

let listings: ListingDesk;
let house: House;
let rita: Client<OperatorCalls>;
let ron: Client<OperatorCalls>;
let sam: Client<OperatorCalls>;
let pictureOf: ListingDesk['pictureOf'];
beforeAll(async () => {
  listings = await openListingDesk();
  ({ house, rita, ron, sam, pictureOf } = listings);
});
afterAll(() => listings?.stop());

const applicant = async () => reached(house, await newPerson(house, false));
const acceptance = { verdict: 'approve', reason: 'matches', checks: answered() } as const;

describe('a draft', () => {
  it('is kept as it was typed, with its pictures, and nothing of it is asked before it is sent', async () => {
    const person = await applicant();
    const files = [await pictureOf(person)];
    const empty = { project: 'Only a name', symbol: '', about: '', website: '', chain: null, contract: '' };
    const begun = await save(person, { ...empty, audits: [], team: [], files });
    expect(begun).toMatchObject({ state: 'draft', version: 1, form: empty, rounds: [], sendTime: null });
    expect(begun.files).toMatchObject([{ id: files[0] }]);
    expect((await fetch(house.url + begun.files[0]!.link)).headers.get('content-type')).toBe('image/jpeg');
    const changed = await save(person, { project: 'A longer name' }, begun);
    expect(changed).toMatchObject({ version: 2, form: { project: 'A longer name' }, files: [] });
    expect(await keyOf(save(person, { project: 'Of another tab' }, begun))).toBe('LISTING_CHANGED');
    // the same change, sent again, is the same change
    expect(await save(person, { project: 'A longer name' }, begun)).toMatchObject({ version: 2 });
    const [row] = (await person.client.call('getListings', { query: {} })).records;
    expect(row).toMatchObject({ id: begun.id, state: 'draft', project: 'A longer name', dueTime: null });
  });

  it('is its owner’s alone', async () => {
    const [person, other] = [await applicant(), await applicant()];
    const draft = await save(person);
    for (const act of [read, discard, submit]) expect(await keyOf(act(other, draft))).toBe('LISTING_UNKNOWN');
    expect(await keyOf(save(other, {}, draft))).toBe('LISTING_UNKNOWN');
    const theirs = await pictureOf(other);
    expect(await keyOf(save(person, { files: [theirs] }, draft))).toBe('FILE_UNKNOWN');
    expect((await other.client.call('getListings', { query: {} })).records).toEqual([]);
  });

  it('is begun once for one key, and discarded leaves nothing in the list', async () => {
    const person = await applicant();
    const path = '/api/v1/coin/listing/save';
    const headers = { 'idempotency-key': '5f0c0c6e-7d8b-4d5e-9c39-0d7a3c1c2b11' };
    const begin = () =>
      send(house, 'POST', path, { token: person.token, body: { form: listingForm }, headers });
    const [first, second] = [await begin(), await begin()];
    expect(first.code).toBe(200);
    expect(second.data).toMatchObject({ id: (first.data as ListingApplication).id });
    const draft = first.data as ListingApplication;
    await discard(person, draft);
    expect(await discard(person, draft)).toMatchObject({ state: 'withdrawn', form: { project: '' } });
    expect((await person.client.call('getListings', { query: {} })).records).toEqual([]);
    expect(await keyOf(read(person, draft))).toBe('LISTING_UNKNOWN');
  });

  it('is one of three that are open, and of ten that are begun in a day', async () => {
    const person = await applicant();
    const drafts = [await save(person), await save(person), await save(person)];
    expect(await keyOf(save(person))).toBe('LISTING_OPEN_LIMIT');
    for (const draft of drafts) await discard(person, draft);
    for (let count = 0; count < 7; count += 1) await discard(person, await save(person));
    expect(await keyOf(save(person))).toBe('LISTING_DRAFTS_LIMIT');
  });

  it('takes links that are nothing but https and a full host', async () => {
    const person = await applicant();
    const draft = await save(person);
    const bad = [
      'http://harbour.example',
      'javascript:alert(1)',
      'https://harbour',
      'https://candor.example@evil.example',
      'https://evil.example:8443',
      'https://ev\u202eil.example',
      'https://аррӏе.example',
      'ftp://harbour.example',
    ];
    for (const website of bad)
      expect([website, await keyOf(save(person, { website }, draft))]).toEqual([website, 'INVALID_INPUT']);
    const kept = await save(person, { website: 'HTTPS://Harbour.Example' }, draft);
    expect(kept.form.website).toBe('https://harbour.example/');
  });
});

describe('sending', () => {
  it('names the field that is missing, and a contract that its chain would not know', async () => {
    const person = await applicant();
    let draft = await save(person, { issuer: '' });
    const change = async (more: Partial<ListingForm>) => {
      draft = await save(person, more, draft);
    };
    const problem = async () =>
      submit(person, draft).then(
        () => null,
        (error) => [error.problem.key, error.problem.field],
      );
    expect(await problem()).toEqual(['LISTING_INCOMPLETE', 'issuer']);
    await change({ audits: [] });
    expect(await problem()).toEqual(['LISTING_INCOMPLETE', 'noAudit']);
    await change({ team: [{ name: 'Ada', role: '', link: '' }] });
    expect(await problem()).toEqual(['LISTING_INCOMPLETE', 'team.0.role']);
    // one letter's case is wrong
    await change({ contract: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed' });
    expect(await problem()).toEqual(['LISTING_CONTRACT', 'contract']);
    await change({ chain: 'own' });
    expect(await problem()).toEqual(['LISTING_INCOMPLETE', 'contract']);
    await change({ contract: listingForm.contract.toLowerCase() });
    const done = await submit(person, draft);
    expect(done).toMatchObject({ state: 'sent', form: { contract: listingForm.contract } });
    expect((done.dueTime ?? 0) - (done.sendTime ?? 0)).toBe(14 * DAY_MS);
    // the answer was lost: sent again, it is the same
    expect(await submit(person, draft)).toMatchObject({ state: 'sent', version: done.version });
    expect(await keyOf(save(person, {}, done))).toBe('LISTING_CLOSED');
  });

  it('takes one application for a token at a time, and five sendings a day', async () => {
    const person = await applicant();
    const first = await sent(person);
    const twin = await save(person);
    expect(await keyOf(submit(person, twin))).toBe('LISTING_DUPLICATE');
    await discard(person, first);
    await discard(person, await submit(person, twin));
    for (let count = 0; count < 3; count += 1) await discard(person, await sent(person));
    const last = await save(person);
    expect(await keyOf(submit(person, last))).toBe('LISTING_SENDS_LIMIT');
    const { records } = await person.client.call('getListings', { query: { pageSize: '3' } });
    expect(records.map(({ state }) => state)).toEqual(['draft', 'withdrawn', 'withdrawn']);
  });

  it('holds against two at once', async () => {
    const person = await applicant();
    const draft = await save(person);
    const twin = await save(person);
    const ends = await Promise.allSettled([submit(person, draft), submit(person, twin)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the review', () => {
  it('asks by the published checklist, gets an answer, and accepts by two operators', async () => {
    const person = await applicant();
    const files = [await pictureOf(person), await pictureOf(person)];
    const hostile = '<script>alert(1)</script> & [x](javascript:alert(1))';
    const mine = await sent(person, { files, about: hostile });
    const { params, version } = await itemOf(mine, rita);
    expect(await keyOf(sam.call('getReview', { params }))).toBe('OPERATOR_NOT_ALLOWED');
    const item = await lookAt(rita, params.id);
    expect(item).toMatchObject({ checklist: listingChecks, images: ['first', 'second'], isFirst: true });
    expect(item.facts).toContainEqual({ name: 'about', value: hostile });
    expect(item.facts).toContainEqual({ name: 'contract', value: listingForm.contract });
    await rita.call('claimReview', { params });
    const judge = (decision: Omit<Decision, 'version'>) =>
      rita.call('decideReview', { params, body: { version, ...decision } });
    expect(await keyOf(judge({ verdict: 'approve', reason: 'matches' }))).toBe('REVIEW_CHECKLIST');
    expect(await keyOf(judge({ ...acceptance, checks: answered().slice(1) }))).toBe('REVIEW_CHECKLIST');
    expect(await keyOf(judge({ ...acceptance, checks: answered(['auditRead']) }))).toBe('REVIEW_CHECKLIST');
    const twice = [...answered().slice(1), answered()[1]!];
    expect(await keyOf(judge({ ...acceptance, checks: twice }))).toBe('REVIEW_CHECKLIST');
    expect(await keyOf(judge({ verdict: 'ask', reason: 'askSupply' }))).toBe('INVALID_INPUT');
    expect(await keyOf(judge({ ...acceptance, question: 'Who?' }))).toBe('INVALID_INPUT');
    await judge({ verdict: 'ask', reason: 'askSupply', question: 'Who holds the locked part?' });
    const asked = await read(person, mine);
    expect(asked).toMatchObject({ state: 'asked', dueTime: null, approvals: 0 });
    expect(asked.rounds).toMatchObject([
      { question: { code: 'askSupply', text: 'Who holds the locked part?' } },
    ]);
    expect(await toldOf(house, person, 'listing-asked')).toMatchObject([
      { facts: { id: mine.id, reason: 'askSupply' } },
    ]);
    expect(await mailed(house, person)).toContainEqual(['listing-asked']);

    expect(await keyOf(submit(person, asked))).toBe('LISTING_ANSWER');
    const better = await save(person, { files, about: hostile, distribution: 'A trust holds it.' }, asked);
    const again = await submit(person, better, 'A trust in Zug holds it.');
    expect(again).toMatchObject({ state: 'sent', rounds: [{}, { answer: 'A trust in Zug holds it.' }] });

    await decide(rita, mine, acceptance);
    expect(await read(person, mine)).toMatchObject({ state: 'sent', approvals: 1 });
    expect(await keyOf(decide(rita, mine, acceptance))).toBe('REVIEW_OTHER_OPERATOR');
    const second = await itemOf(mine, ron);
    const facts = (await ron.call('getReview', { params: second.params })).facts;
    expect(facts).toContainEqual({ name: 'question', value: '1: Who holds the locked part?' });
    expect(facts).toContainEqual({ name: 'answer', value: '2: A trust in Zug holds it.' });
    await decide(ron, mine, acceptance);
    expect(await read(person, mine)).toMatchObject({ state: 'accepted', reason: null, unmet: [] });
    expect(await toldOf(house, person, 'listing-decided')).toMatchObject([
      { facts: { decision: 'accepted' } },
    ]);
    expect(await keyOf(discard(person, mine))).toBe('LISTING_CLOSED');
    const { records } = await person.client.call('getAccountTouches', { query: {} });
    expect(records.map(({ act }) => act)).toEqual(
      expect.arrayContaining([
        'listingViewed',
        'listingPictureViewed',
        'listingAsked',
        'listingFirstApproved',
        'listingAccepted',
      ]),
    );
  });

  it('tells of each question, also of one that a later round ends with again', async () => {
    const person = await applicant();
    const mine = await sent(person);
    const ask = () =>
      decide(rita, mine, { verdict: 'ask', reason: 'askSupply', question: 'Who holds the locked part?' });
    await ask();
    await submit(person, await read(person, mine), 'A trust.');
    await ask();
    expect(await toldOf(house, person, 'listing-asked')).toHaveLength(2);
  });

  it('takes back a picture that was sent, and lets go of one that never was', async () => {
    const person = await applicant();
    const [first, other] = [await pictureOf(person), await pictureOf(person)];
    const mine = await sent(person, { files: [first] });
    await decide(rita, mine, { verdict: 'ask', reason: 'askSupply', question: 'Who holds the locked part?' });
    const kept = async () => {
      const { rows } = await house.pool.query<{ file_id: string }>(
        'select file_id from files.file where user_id = $1 and kept_at is not null',
        [person.userId],
      );
      return rows.map(({ file_id }) => file_id);
    };
    const swapped = await save(person, { files: [other] }, await read(person, mine));
    expect((await kept()).sort()).toEqual([first, other].sort());
    const back = await save(person, { files: [first] }, swapped);
    expect(await kept()).toEqual([first]);
    expect(await submit(person, back, 'A trust.')).toMatchObject({ files: [{ id: first }] });
  });

  it('rejects with a coded reason, and the applicant reads which items were not met', async () => {
    const person = await applicant();
    const mine = await sent(person);
    await decide(rita, mine, acceptance);
    const unmet = ['auditRead', 'teamConfirmed'];
    await decide(ron, mine, { verdict: 'reject', reason: 'security', checks: answered(unmet) });
    expect(await read(person, mine)).toMatchObject({ state: 'rejected', reason: 'security', unmet });
    const [told] = await toldOf(house, person, 'listing-decided');
    expect(told?.facts).toEqual({ id: mine.id, decision: 'rejected', reason: 'security' });
    // another may follow
    expect(await sent(person)).toMatchObject({ state: 'sent' });
  });

  it('ends where it is withdrawn, and counts applications of others for the contract', async () => {
    const [person, other] = [await applicant(), await applicant()];
    const contract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const mine = await sent(person, { contract });
    const theirs = await sent(other, { contract });
    const { params, version } = await itemOf(theirs, rita);
    await rita.call('claimReview', { params });
    const { facts } = await lookAt(rita, params.id);
    expect(facts).toContainEqual({ name: 'otherApplications', value: '1' });
    expect(await discard(other, theirs)).toMatchObject({ state: 'withdrawn', dueTime: null });
    const late = rita.call('decideReview', { params, body: { version, ...acceptance } });
    expect(await keyOf(late)).toBe('REVIEW_ENDED');
    expect(await read(person, mine)).toMatchObject({ state: 'sent' });
    expect(await read(other, theirs)).toMatchObject({
      state: 'withdrawn',
      form: { project: listingForm.project },
    });
  });
});
