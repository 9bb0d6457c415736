import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followCatalogue } from '../../apps/server/engine/catalogue/index.ts';
import { takeSample } from '../../apps/server/operators/operator/samples.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson } from './support/person.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  admin = await desk.signIn();
  await newPerson(house, false);
  const { userId } = await newPerson(house, false);
  await house.pool.query('update identity.user set frozen_at = now() where user_id = $1', [userId]);
  await house.pool.query(
    `insert into review.item (kind, subject, version, user_id, priority, entered_at, deadline_at)
     select 'kyc', n::text, 1, $1, 0, now() - n * interval '1 hour', now() - (n - 2.5) * interval '1 hour'
     from generate_series(1, 3) n`,
    [userId],
  );
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

it('counts users, logins and queues of the last day, with the oldest of each queue', async () => {
  const { users, hours, queues, pools } = await admin.call('getDashboardActivity');
  expect(users).toEqual({ total: 2, frozen: 1, registered: 2, active: users.active });
  expect(hours).toHaveLength(24);
  expect(hours.map(({ time }) => time % HOUR_MS)).toEqual(hours.map(() => 0));
  expect(hours.reduce((sum, { registrations }) => sum + registrations, 0)).toBe(2);
  const reviews = queues.find(({ name }) => name === 'reviews');
  expect(reviews).toMatchObject({ waiting: 3, late: 1 });
  expect(Date.now() - (reviews?.oldestTime ?? 0)).toBeGreaterThanOrEqual(3 * HOUR_MS);
  expect(queues.find(({ name }) => name === 'withdrawals')).toMatchObject({ waiting: 0, oldestTime: null });
  expect(pools.map(({ name }) => name)).toContain('contractInsurance');
});

it('counts what users trade with each other, and leaves the house out', async () => {
  const { symbols, assets } = await house.core.ask('spotCatalogue');
  const usdt = assets.find(({ code }) => code === 'USDT');
  const symbol = symbols.find(({ quoteAssetId }) => quoteAssetId === usdt?.assetId);
  const trade = (id: number, units: bigint, isHouse: boolean, timeMs: number) =>
    house.pool.query(
      `insert into projections.trades
         (trade_id, symbol_id, price_ticks, lots, quote_amount, taker_side, house, time_ms, seq)
       values ($1, $2, 1, 1, $3, 0, $4, $5, 1)`,
      [id, symbol?.symbolId, String(units), isHouse, timeMs],
    );
  const one = 10n ** BigInt(usdt?.scale ?? 0);
  await trade(900_001, 30n * one, false, Date.now());
  await trade(900_002, 12n * one, false, Date.now() - 2 * HOUR_MS);
  await trade(900_003, 500n * one, true, Date.now());
  await trade(900_004, 500n * one, false, Date.now() - 2 * DAY_MS);
  const { hours } = await admin.call('getDashboardActivity');
  expect(hours.map(({ volume }) => Number(volume)).filter((volume) => volume > 0)).toEqual([12, 30]);
});

it('keeps a sample of fees, lag and delay, and forgets those of more than a week ago', async () => {
  const catalogues = await followCatalogue(house.core, () => {});
  const { core, pool, now } = house;
  const { db } = desk.room;
  await pool.query("insert into operator.sample values (now() - interval '8 days', '{}')");
  const processes = async () => [
    { name: 'core', state: 'ready' as const, restarts: 0, loopDelayMs: 7, busyPercent: 12, memoryMb: 90 },
    { name: 'door', state: 'ready' as const, restarts: 0, loopDelayMs: null, busyPercent: 40, memoryMb: 90 },
  ];
  await takeSample({ db, core, catalogues, processes, now, history: { status: () => ({ lag: 3 }) } });
  catalogues.stop();
  const { samples } = await admin.call('getDashboardActivity');
  expect(samples).toMatchObject([{ fees: '0', safetyFund: '0', lag: 3, loopDelayMs: 7, busyPercent: 40 }]);
  const { rows } = await pool.query('select count(*)::int as kept from operator.sample');
  expect(rows).toEqual([{ kept: 1 }]);
});
