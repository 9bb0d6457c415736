import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { endClosedRenewals } from '../../apps/server/money/staking/renewals.ts';
import { createFeatures } from '../../apps/server/users/features/index.ts';
import { verifiedCountry } from '../../apps/server/users/kyc/index.ts';
import { eventually } from '../support/patience.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { loggedInAgain } from './support/loan.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { offerOf, offerStaking } from './support/staking.ts';
import { toldTo } from './support/told.ts';

const DAY_MS = 86_400_000;
const REASON = 'The regulator of the country does not allow it';

let house: House;
let nowMs = Date.UTC(2028, 1, 25, 12);
let offerId: number;

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs, notices: true });
  offerId = await offerStaking(house, { assetId: USDT });
});
afterAll(() => house?.stop());

async function declared(country: string): Promise<Person> {
  const person = await newPerson(house);
  await person.client.call('declareCountry', { body: { country } });
  return person;
}

async function renewing(person: Person): Promise<number> {
  const { termsHash } = await offerOf(house, offerId);
  const body = { offerId, amount: '100', termsHash, autoRenew: true };
  return (await person.client.call('createPledge', { body })).id;
}

/** Opens or closes staking for a country, as the act of two operators writes it. */
async function rule(country: string, open: boolean): Promise<void> {
  nowMs += 6_000;
  await house.pool.query(
    `insert into features.rule (feature, country, is_open, reason, at) values ('staking', $1, $2, $3, $4)`,
    [country, open, REASON, new Date(nowMs)],
  );
  // a rule reaches each door within five seconds
  nowMs += 6_000;
}

/** A round of the house, of which read models may know nothing yet. */
async function round(): Promise<void> {
  const { pool, core, projections, catalogues, outbox, now } = house;
  expect(await projections.caughtUp(core.status().committedSeq, 30_000)).toBe(true);
  const db = kyselyOf(pool);
  const verified = (userId: number) => verifiedCountry(db, userId);
  const features = createFeatures({ pool, catalogues, verifiedCountry: verified, now });
  const parts = { pool, history: projections, catalogues, features, promises: outbox };
  await endClosedRenewals(parts as never);
}

const orderOf = async ({ client }: Person, id: number) =>
  client.call('getPledgeOrder', { query: { id: String(id) } });
const isOff = (person: Person, id: number) =>
  eventually(async () => expect((await orderOf(person, id)).autoRenew).toBe(false));
const told = async (person: Person) =>
  (await toldTo(house, person)).filter(({ kind }) => kind === 'staking-renewal-off');

it('ends in a country that has closed staking: the order is paid at maturity, and its owner told why', async () => {
  const [german, french] = [await declared('DE'), await declared('FR')];
  const [closed, open] = [await renewing(german), await renewing(french)];
  await round();
  expect((await orderOf(german, closed)).autoRenew).toBe(true);
  await rule('DE', false);
  await round();
  await isOff(german, closed);
  await round();
  await eventually(async () =>
    expect(await told(german)).toMatchObject([
      { facts: { orderId: closed, coin: 'USDT', amount: '100', reason: REASON } },
    ]),
  );
  const turn = (autoRenew: boolean) =>
    german.client.call('setPledgeRenewal', { body: { id: closed, autoRenew } });
  expect(await refusal(turn(true))).toMatchObject({ key: 'FEATURE_CLOSED' });
  expect(await turn(false)).toMatchObject({ autoRenew: false });
  expect(await told(french)).toEqual([]);

  nowMs += 7 * DAY_MS;
  await system(house, { type: 'practiceFunds', accountUserId: 1, assetId: USDT, amount: 1n as Amount });
  const [owner, other] = [await loggedInAgain(house, german), await loggedInAgain(house, french)];
  expect(await orderOf(owner, closed)).toMatchObject({
    status: 'completed',
    paidInterest: '0.21',
    renewedAs: null,
  });
  expect((await owner.client.call('getPledgeOrders', { query: { status: 'inProgress' } })).records).toEqual(
    [],
  );
  const renewed = await orderOf(other, open);
  expect(renewed).toMatchObject({ status: 'completed', paidInterest: '0.21' });
  expect(renewed.renewedAs).not.toBeNull();
});

it('stays off once staking is open again, and is told again at another closing alone', async () => {
  await rule('DE', true);
  const person = await declared('DE');
  const id = await renewing(person);
  await rule('DE', false);
  await round();
  await isOff(person, id);
  await rule('DE', true);
  expect((await orderOf(person, id)).autoRenew).toBe(false);
  await person.client.call('setPledgeRenewal', { body: { id, autoRenew: true } });
  await round();
  expect((await orderOf(person, id)).autoRenew).toBe(true);
  await rule('DE', false);
  await round();
  await isOff(person, id);
  await eventually(async () => expect(await told(person)).toHaveLength(2));
});

it('is turned on by the rules of this moment: a closing turns each order off once', async () => {
  await rule('DE', true);
  const person = await declared('DE');
  const id = await renewing(person);
  const turn = (autoRenew: boolean) => person.client.call('setPledgeRenewal', { body: { id, autoRenew } });
  await turn(false);
  // the doors have just read the rules
  await turn(true);
  await turn(false);
  await rule('DE', false);
  nowMs -= 10_000;
  expect(await refusal(turn(true))).toMatchObject({ key: 'FEATURE_CLOSED' });
  nowMs += 10_000;
  expect((await orderOf(person, id)).autoRenew).toBe(false);
});

it('asks for the country of an owner once a round', async () => {
  await rule('FR', true);
  const person = await declared('FR');
  const ids = [await renewing(person), await renewing(person)];
  const { core, projections } = house;
  expect(await projections.caughtUp(core.status().committedSeq, 30_000)).toBe(true);
  const of = vi.fn(async () => null);
  await endClosedRenewals({ history: projections, features: { closings: async () => ({ of }) } } as never);
  const asked = of.mock.calls.flat().filter((userId) => userId === person.userId);
  expect({ orders: ids.length, asked: asked.length }).toEqual({ orders: 2, asked: 1 });
});
