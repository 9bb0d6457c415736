import { BANK_NETWORK } from '@candor/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type House, openHouse } from '../api/support/house.ts';
import { newPerson, type Person } from '../api/support/person.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let house: House;
let person: Person;

beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
});
afterAll(() => house?.stop());
beforeEach(() => house.pool.query('delete from withdrawals.withdrawal'));

interface Ended {
  readonly minutes: number;
  readonly chain?: string;
  readonly state?: string;
  /** Days ago that it ended. */
  readonly days?: number;
}

/** Enters withdrawals that took so long and ended, of other users too. */
async function ended(...all: readonly Ended[]): Promise<void> {
  for (const [at, { minutes, chain = 'practice-evm', state = 'done', days = 1 }] of all.entries()) {
    const end = house.now() - days * DAY_MS;
    await house.pool.query(
      `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state,
        requested_at, ended_at) values ($1, $2, 'USDT', 1, 'to', 1, 0, 1, $3, $4, $5)`,
      [at, chain, state, new Date(end - minutes * MINUTE_MS), new Date(end)],
    );
  }
}

const told = async () => {
  const { medianMs, p95Ms, arrivalHours } = await person.client.call('getWithdrawalCurrency');
  return { median: medianMs, p95: p95Ms, promised: arrivalHours };
};
const minutesTold = async () => {
  const { median, p95 } = await told();
  return [median, p95].map((ms) => (ms === null ? null : ms / MINUTE_MS));
};

it('nothing is measured while none arrived: the promise stands alone', async () => {
  expect(await told()).toEqual({ median: null, p95: null, promised: 24 });
});

it('the median and the 95th percentile are those of the times from request to last confirmation', async () => {
  await ended(...Array.from({ length: 101 }, (_, at) => ({ minutes: 101 - at })));
  expect(await minutesTold()).toEqual([51, 96]);
});

it('one that takes long moves the percentile and not the median', async () => {
  await ended({ minutes: 2 }, { minutes: 3 }, { minutes: 4 });
  expect(await minutesTold()).toEqual([3, 3.9]);
  await ended({ minutes: 600 });
  expect(await minutesTold()).toEqual([3.5, 510.6]);
});

it('one is measured by itself, to the millisecond', async () => {
  await ended({ minutes: 1.23456 });
  expect(await told()).toMatchObject({ median: 74_074, p95: 74_074 });
});

it('says of how many it is', async () => {
  await ended({ minutes: 1 }, { minutes: 2 }, { minutes: 900, days: 31 });
  expect((await person.client.call('getWithdrawalCurrency')).measured).toBe(2);
});

it('counts what arrived over a chain within 30 days, and nothing else', async () => {
  await ended(
    { minutes: 10 },
    { minutes: 20, days: 29.9 },
    { minutes: 900, days: 30.1 },
    { minutes: 900, state: 'rejected' },
    { minutes: 900, state: 'cancelled' },
    { minutes: 900, state: 'broadcast' },
    { minutes: 900, chain: BANK_NETWORK },
  );
  expect(await minutesTold()).toEqual([15, 19.5]);
});
