import { noticeLink } from '@candor/api';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tellMiners } from '../../apps/server/money/defi/pool-news.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, HOUSE } from './support/listing.ts';
import { clientOf, newPerson, PASSWORD, type Person } from './support/person.ts';
import { toldOf } from './support/told.ts';

const COIN = 100_000_000n as Amount;
const DAY_MS = 86_400_000;
const reason = 'Mining of this test';

let house: House;
/** Time by which the clock of the ledger was turned forward. */
let aheadMs = 0;
beforeAll(async () => {
  house = await openHouse({ notices: true, clock: () => Date.now() + aheadMs });
  const gears = [{ minAmount: 1_000_000n as Amount, dailyPpm: 10_000 }];
  await system(house, { type: 'setMiningTerms', assetId: BTC, gears });
});
afterAll(() => house?.stop());

/** The same person, in a session of later. */
async function again(person: Person): Promise<Person> {
  const body = { type: 'account', account: person.account, password: PASSWORD } as const;
  const { satoken } = await clientOf(house).call('login', { body });
  return { ...person, token: satoken, client: clientOf(house, satoken) };
}

const fund = (amount: bigint, fromUserId: number) =>
  system(house, { type: 'fundMining', assetId: BTC, amount: amount as Amount, fromUserId, reason });
/** One round, and a second one that must tell nobody anything. */
async function tell(): Promise<void> {
  const parts = { ...house, history: house.projections };
  await house.projections.caughtUp(house.engine.status().committedSeq);
  await tellMiners(parts);
  await tellMiners(parts);
}

async function miner(digit: string, held: string | null): Promise<Person> {
  const person = await newPerson(house);
  const address = `0x${digit.repeat(40)}`;
  await system(house, { type: 'joinMining', accountUserId: person.userId, address });
  if (held === null) return person;
  const { termsHash } = await person.client.call('getMiningOverview');
  await person.client.call('lockMining', { body: { amount: held, termsHash: termsHash! } });
  return person;
}

it('tells who joined, and all who hold coins locked what becomes of the pool', async () => {
  await fund(COIN, HOUSE);
  const [one, other, idle] = [await miner('a', '1'), await miner('b', '0.5'), await miner('c', null)];
  const [joined, ...more] = await toldOf(house, one, 'mining-join');
  expect(more).toEqual([]);
  expect(joined).toMatchObject({ facts: { state: 'joined', reason: null } });
  expect(joined!.facts.address.toLowerCase()).toBe(`0x${'a'.repeat(40)}`);
  expect(noticeLink(joined!)).toBe('/defis/details');
  await tell();
  expect(await toldOf(house, one, 'mining-pool')).toEqual([]);
  // 1.5 at 1 percent a day: what is left lasts for two days
  await fund(-97_000_000n, HOUSE);
  await tell();
  for (const person of [one, other]) {
    const news = await toldOf(house, person, 'mining-pool');
    const taken = news.find(({ facts }) => facts.state === 'taken');
    expect(taken?.facts).toEqual({ coin: 'BTC', state: 'taken', endsTime: null, amount: '0.97', reason });
    const ends = news.find(({ facts }) => facts.state === 'ends');
    expect(ends?.facts).toMatchObject({ coin: 'BTC', amount: null, reason: '' });
    expect(Math.abs(ends!.facts.endsTime! - house.now() - 2 * DAY_MS)).toBeLessThan(DAY_MS / 24);
    expect(news).toHaveLength(2);
    expect(noticeLink(ends!)).toBe('/defis/index');
  }
  aheadMs = 3 * DAY_MS;
  await system(house, { type: 'tick' });
  await tell();
  const states = (await toldOf(house, await again(one), 'mining-pool')).map(({ facts }) => facts.state);
  expect(states.toSorted()).toEqual(['ended', 'ends', 'taken']);
  // the next funding begins another end
  await fund(1_000_000n, 0);
  await tell();
  const later = (await toldOf(house, await again(one), 'mining-pool')).map(({ facts }) => facts.state);
  expect(later.toSorted()).toEqual(['ended', 'ends', 'ends', 'taken']);
  expect(await toldOf(house, await again(idle), 'mining-pool')).toEqual([]);
});
