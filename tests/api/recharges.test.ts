import { type Client, newActKey, type OperatorCalls, type UploadedFile } from '@candor/api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReviews } from '../../apps/server/gateway/review/index.ts';
import { reviewRefusedAgain } from '../../apps/server/money/recharges/house.ts';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { expectNoServerWords } from './support/no-server-words.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';
import { photo } from './support/photos.ts';
import { expectListedByTime } from './support/times.ts';
import { toldTo } from './support/told.ts';
import { upload } from './support/upload.ts';

let house: House;
let desk: OperatorsConsole;
let fay: Client<OperatorCalls>;
let gus: Client<OperatorCalls>;
let rita: Client<OperatorCalls>;
let picture: Buffer;

beforeAll(async () => {
  house = await openHouse({ notices: true });
  desk = await openConsole(house, { reviewKinds: [house.recharges.review] });
  const admin = await desk.signIn();
  fay = await desk.add('fay', 'finance', admin);
  gus = await desk.add('gus', 'risk', admin);
  rita = await desk.add('rita', 'review', admin);
  picture = await photo(0, { width: 300, height: 200 });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** A page of a bank's app that shows a payment. */
async function screenshot(amount: string, day: string): Promise<Buffer> {
  const line = (y: number, size: number, words: string) =>
    `<text x="40" y="${y}" font-size="${size}">${words}</text>`;
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280">
    <rect width="720" height="1280" fill="#fff"/><rect width="720" height="120" fill="#184"/>
    ${line(300, 70, `${amount} USD`)}${line(400, 36, day)}${line(480, 36, 'To: Candor Practice')}
    <rect x="40" y="600" width="640" height="90" fill="#ddd"/>${line(800, 30, 'Reference C-1001')}</svg>`;
  return sharp(Buffer.from(page)).png().toBuffer();
}

const uploaded = async (person: Person, bytes: Buffer) =>
  ((await upload(house, person, bytes)).data as UploadedFile).id;
const bodyOf = async (person: Person, amount: string, bytes: Buffer, more: object = {}) => ({
  method: 'bank' as const,
  bank: 'practice-bank',
  coin: 'USDT',
  amount,
  screenshot: await uploaded(person, bytes),
  ...more,
});
const log = async (person: Person) =>
  (await person.client.call('getRechargeLog', { body: { type: 1 } })).records;
const usdt = async (person: Person) => {
  const { list } = await person.client.call('getMyBalance', { query: { type: '1' } });
  return Number(list.find(({ coin }) => coin === 'USDT')?.available ?? 0);
};
async function itemOf(of: Client<OperatorCalls>, orderNo: string) {
  const { records } = await of.call('getReviews', { query: { kind: 'recharge' } });
  return records.find(({ subject }) => subject === orderNo);
}
async function decide(of: Client<OperatorCalls>, orderNo: string, reason: string) {
  const item = (await itemOf(of, orderNo))!;
  const params = { id: String(item.id) };
  await of.call('claimReview', { params });
  const verdict = reason === 'received' ? ('approve' as const) : ('reject' as const);
  await lookAt(of, params.id);
  return of.call('decideReview', { params, body: { version: item.version, verdict, reason } });
}
const facts = async (of: Client<OperatorCalls>, orderNo: string, name: string) => {
  const { id } = (await itemOf(of, orderNo))!;
  const item = await of.call('getReview', { params: { id: String(id) } });
  expectNoServerWords(item.facts);
  return item.facts.filter((fact) => fact.name === name).map(({ value }) => value);
};

describe('a recharge by bank', () => {
  it('names the practice account as one, with its limits and what to write into the transfer', async () => {
    const person = await newPerson(house);
    const terms = await person.client.call('getRechargeBanks');
    expect(terms.list).toEqual([expect.objectContaining({ bank: 'practice-bank', practice: true })]);
    expect(terms).toMatchObject({ reference: `C-${person.userId}`, fourEyesAbove: '1000', waiting: 0 });
  });

  it('needs a numerical amount within limits, a bank that is there, and a screenshot of one’s own', async () => {
    const [person, other] = [await newPerson(house), await newPerson(house)];
    const good = await bodyOf(person, '100', picture);
    const tried = async (more: object) => {
      const { data } = await send(house, 'POST', '/api/v1/coin/assets/recharge', {
        token: person.token,
        body: { ...good, ...more },
      });
      return (data as { key?: string } | null)?.key;
    };
    expect(await tried({ amount: 'ten' })).toBe('INVALID_INPUT');
    expect(await tried({ amount: '1e3' })).toBe('INVALID_INPUT');
    expect(await tried({ screenshot: undefined })).toBe('INVALID_INPUT');
    expect(await tried({ amount: '9.99' })).toBe('RECHARGE_TOO_SMALL');
    expect(await tried({ amount: '50000.01' })).toBe('RECHARGE_TOO_LARGE');
    expect(await tried({ bank: 'another' })).toBe('RECHARGE_BANK_UNKNOWN');
    expect(await tried({ coin: 'BTC' })).toBe('RECHARGE_BANK_UNKNOWN');
    expect(await tried({ screenshot: await uploaded(other, picture) })).toBe('FILE_UNKNOWN');
    expect(await log(person)).toEqual([]);
  });

  it('whose credit the ledger refused after the approval is reviewed again', async () => {
    const person = await newPerson(house);
    const { orderNo } = await person.client.call('recharge', { body: await bodyOf(person, '60', picture) });
    await decide(fay, orderNo, 'received');
    await eventually(async () => expect((await log(person))[0]).toMatchObject({ status: 'passed' }));
    await house.pool.query("update outbox.command set rejection = 'REFUSED' where key = $1", [
      `recharge:${orderNo}:1`,
    ]);
    await reviewRefusedAgain(house, await openReviews(house.pool, house.now));
    expect(await itemOf(fay, orderNo)).toMatchObject({ subject: orderNo, state: 'open' });
  });

  it('is under review with its screenshot, and passes once the ledger holds its credit, once', async () => {
    const person = await newPerson(house);
    const before = await usdt(person);
    const body = await bodyOf(person, '250.5', picture, { note: 'from my savings' });
    const key = newActKey(house.now());
    const submit = () => person.client.call('recharge', { body }, { idempotencyKey: key });
    const { orderNo } = await submit();
    expect(await submit()).toMatchObject({ orderNo });
    const [row, ...others] = await log(person);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      orderNo,
      method: 'bank',
      status: 'under review',
      state: 'review',
      amount: '250.5',
      credited: null,
      reason: null,
      networkName: 'Practice Bank',
    });
    await expectListedByTime(async (times) =>
      (await person.client.call('getRechargeLog', { body: { type: 1, ...times } })).records.map(
        ({ time }) => time,
      ),
    );
    expect((await fetch(house.url + row!.screenshot)).headers.get('content-type')).toBe('image/jpeg');
    expect(await facts(fay, orderNo, 'note')).toEqual(['from my savings']);
    expect(await facts(fay, orderNo, 'bank')).toEqual(['practice-bank']);
    expect(await facts(fay, orderNo, 'account')).toEqual(['0000 0000 0000 0001']);
    const { id } = (await itemOf(fay, orderNo))!;
    const shown = await fay.call('getReviewPicture', { params: { id: String(id), name: 'screenshot' } });
    expect(shown.type).toBe('image/jpeg');
    expect(await itemOf(rita, orderNo)).toBeUndefined();
    await decide(fay, orderNo, 'received');
    await eventually(async () =>
      expect((await log(person))[0]).toMatchObject({ status: 'passed', credited: '250.5' }),
    );
    expect(await usdt(person)).toBe(before + 250.5);
    const bills = await person.client.call('getMyBill', { query: { kind: 'recharge' } });
    expect(bills.records).toEqual([expect.objectContaining({ amount: '250.5', coin: 'USDT' })]);
    expect(await toldTo(house, person)).toMatchObject([
      { kind: 'deposit-credited', facts: { method: 'bank', network: 'practice-bank', amount: '250.5' } },
    ]);
  });

  it('fails with a coded reason, and credits nothing', async () => {
    const person = await newPerson(house);
    const before = await usdt(person);
    const { orderNo } = await person.client.call('recharge', { body: await bodyOf(person, '80', picture) });
    await decide(fay, orderNo, 'notReceived');
    expect((await log(person))[0]).toMatchObject({
      status: 'failed',
      state: 'rejected',
      reason: 'notReceived',
      credited: null,
    });
    expect(await usdt(person)).toBe(before);
    expect(await toldTo(house, person)).toMatchObject([
      { kind: 'deposit-declined', facts: { amount: '80', reason: 'notReceived' } },
    ]);
  });

  it('above the limit takes two operators', async () => {
    const person = await newPerson(house);
    const before = await usdt(person);
    const { orderNo } = await person.client.call('recharge', {
      body: await bodyOf(person, '1000.01', picture),
    });
    await decide(fay, orderNo, 'received');
    expect((await log(person))[0]).toMatchObject({ status: 'under review' });
    const { id } = (await itemOf(fay, orderNo))!;
    const own = fay.call('claimReview', { params: { id: String(id) } });
    expect((await refusal(own)).key).toBe('REVIEW_OTHER_OPERATOR');
    expect(await facts(gus, orderNo, 'approvedBy')).toEqual(['fay']);
    expect(await usdt(person)).toBe(before);
    await decide(gus, orderNo, 'received');
    await eventually(async () => expect(await usdt(person)).toBe(before + 1000.01));
  });

  it('that was paid otherwise takes two operators whatever its amount', async () => {
    const person = await newPerson(house);
    const body = await bodyOf(person, '0.01', picture, { method: 'manual', bank: undefined, coin: 'ETH' });
    const { orderNo } = await person.client.call('recharge', { body });
    await decide(gus, orderNo, 'received');
    expect((await log(person))[0]).toMatchObject({ method: 'manual', coin: 'ETH', status: 'under review' });
    await decide(fay, orderNo, 'received');
    await eventually(async () => expect((await log(person))[0]).toMatchObject({ status: 'passed' }));
  });

  it('waits for the others where three are under review', async () => {
    const person = await newPerson(house);
    const body = await bodyOf(person, '10', picture);
    for (let at = 0; at < 3; at++) await person.client.call('recharge', { body });
    const fourth = await refusal(person.client.call('recharge', { body }));
    expect(fourth.key).toBe('RECHARGES_WAITING');
  });
});

describe('a screenshot', () => {
  it('that was sent before is named to the operator, however it was scaled or compressed, and is no refusal', async () => {
    const [first, second] = [await newPerson(house), await newPerson(house)];
    const original = await screenshot('250.00', '25 November 2026, 10:00');
    const copy = await sharp(original).resize(360).jpeg({ quality: 50 }).toBuffer();
    const one = await first.client.call('recharge', { body: await bodyOf(first, '20', original) });
    const two = await second.client.call('recharge', { body: await bodyOf(second, '20', copy) });
    const three = await second.client.call('recharge', {
      body: await bodyOf(second, '20', await screenshot('1,300.00', '24 November 2026, 18:41')),
    });
    expect(await facts(fay, two.orderNo, 'sameScreenshot')).toEqual([`${one.orderNo} (${first.userId})`]);
    expect(await facts(fay, three.orderNo, 'sameScreenshot')).toEqual([]);
  });
});
