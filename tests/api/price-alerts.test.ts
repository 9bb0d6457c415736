import { MAX_PRICE_ALERTS, type PriceAlertRow } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { type FiredAlert, fireAlert } from '../../apps/server/trading/alerts/fire.ts';
import type { CrossedAlert } from '../../apps/server/trading/alerts/index.ts';
import { watchAlerts } from '../../apps/server/trading/alerts/watch.ts';
import { eventually } from '../support/patience.ts';
import { type House, openHouse } from './support/house.ts';
import { BTCUSDT, indexTick } from './support/listing.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { limit } from './support/spot-orders.ts';

let house: House;
let ann: Person;
let tick = 1;
const told: FiredAlert[] = [];
let endWatch: () => Promise<void> = async () => {};

/** Moves the index of BTC; ETH stays. */
async function index(btc: number): Promise<void> {
  tick += 1;
  await house.engine.submit({
    userId: 0,
    key: null,
    bodyHash: null,
    body: indexTick(tick, Date.now(), btc),
  });
}

const silent = { warn: () => {}, error: () => {} };
const watch = () =>
  watchAlerts({
    pool: house.pool,
    core: house.core,
    bus: house.bus,
    now: house.now,
    log: silent,
    tell: async (_trx, fired) => void told.push(fired),
  });
const add = (person: Person, terms: object) =>
  person.client.call('addPriceAlert', { body: { symbol: 'BTC/USDT', source: 'index', ...terms } as never });
const listOf = (person: Person) => person.client.call('getPriceAlerts');
const named = async (person: Person, id: number) => (await listOf(person)).find((each) => each.id === id);
const fired = (id: number) => told.filter(({ alert_id }) => Number(alert_id) === id);
const untilFired = (id: number) => eventually(() => expect(fired(id)).toHaveLength(1));

/** The first terms of an alert, as a price has just crossed them. */
const crossedOf = (alertId: number): CrossedAlert => ({
  alert: {
    alertId,
    version: 1,
    source: 'index',
    watchedId: BTCUSDT,
    kind: 'above',
    priceTicks: null,
    movePpm: null,
    windowMinutes: null,
  },
  priceTicks: 5_800_000 as CrossedAlert['priceTicks'],
  timeMs: house.now(),
});

beforeAll(async () => {
  house = await openHouse();
  ann = await newPerson(house);
  endWatch = await watch();
});
afterAll(async () => {
  await endWatch();
  await house?.stop();
});

describe('a price alert', () => {
  it('goes off once when the index comes to it, and stays in the list', async () => {
    const alert = await add(ann, { kind: 'above', price: '50100' });
    expect(alert).toMatchObject({
      symbol: 'BTCUSDT',
      symbol_name: 'BTC/USDT',
      price: '50100.00',
      state: 'waiting',
    });
    await index(50_050);
    await index(50_100);
    await untilFired(alert.id);
    await index(50_000);
    await index(50_200);
    await eventually(async () =>
      expect(await named(ann, alert.id)).toMatchObject({ state: 'fired', firedPrice: '50100.00' }),
    );
    await index(50_000);
    expect(fired(alert.id)).toHaveLength(1);
  });

  it('follows the last trade of our own book where it is asked to', async () => {
    const bob = await newPerson(house);
    const alert = await add(ann, { kind: 'below', price: '49900', source: 'last' });
    await bob.client.call('exchange', { params: { side: 'buy' }, body: limit('49850', '0.01') });
    expect(fired(alert.id)).toHaveLength(0);
    await ann.client.call('exchange', { params: { side: 'sell' }, body: limit('49850', '0.01') });
    await untilFired(alert.id);
    await eventually(async () =>
      expect(await named(ann, alert.id)).toMatchObject({ firedPrice: '49850.00' }),
    );
  });

  it('on a contract’s index follows the index of its market', async () => {
    await index(50_000);
    const alert = await add(ann, { symbol: 'BTCUSDT-PERP', kind: 'below', price: '49950' });
    expect(alert).toMatchObject({ symbol: 'BTCUSDT-PERP', symbol_name: 'BTC/USDT', isContract: true });
    await index(49_900);
    await untilFired(alert.id);
    await index(50_000);
  });

  it('on a change looks back over the time that it names', async () => {
    const alert = await add(ann, { kind: 'rise', percent: '1', windowMinutes: 60 });
    expect(alert).toMatchObject({ percent: '1', windowMinutes: 60, price: null });
    // the lowest price of the hour was 49,900
    await index(50_398);
    await index(50_399);
    await untilFired(alert.id);
    await eventually(async () =>
      expect(await named(ann, alert.id)).toMatchObject({ firedPrice: '50399.00' }),
    );
    await index(50_000);
  });

  it('survives a restart, and what was crossed meanwhile goes off then', async () => {
    const [near, far] = [
      await add(ann, { kind: 'above', price: '50500' }),
      await add(ann, { kind: 'above', price: '51500' }),
    ];
    await endWatch();
    await index(50_600);
    expect(fired(near.id)).toHaveLength(0);
    endWatch = await watch();
    await untilFired(near.id);
    expect(await named(ann, far.id)).toMatchObject({ state: 'waiting' });
    await index(51_500);
    await untilFired(far.id);
    await index(50_000);
  });

  it('is told once where two prices, or two houses, fire it together', async () => {
    const alert = await add(ann, { kind: 'above', price: '58000' });
    const crossed = crossedOf(alert.id);
    const db = kyselyOf(house.pool);
    let tellings = 0;
    const tell = async () => {
      tellings += 1;
    };
    const here = await Promise.all([1, 2, 3, 4].map(() => fireAlert(db, crossed, house.now(), tell)));
    expect(here.filter((mine) => mine)).toHaveLength(1);
    expect(tellings).toBe(1);
  });

  it('is not told where its owner’s notice cannot be written, and goes off again', async () => {
    const alert = await add(ann, { kind: 'above', price: '59000' });
    const crossed = crossedOf(alert.id);
    const db = kyselyOf(house.pool);
    const broken = fireAlert(db, crossed, house.now(), async () => {
      throw new Error('no notice');
    });
    await expect(broken).rejects.toThrow('no notice');
    expect(await named(ann, alert.id)).toMatchObject({ state: 'waiting' });
    await ann.client.call('deletePriceAlert', { body: { id: alert.id } });
  });

  it('goes off by its newest terms alone, and not at all once it is deleted', async () => {
    const moved = await add(ann, { kind: 'above', price: '52000' });
    const gone = await add(ann, { kind: 'above', price: '52001' });
    const changed = await ann.client.call('changePriceAlert', {
      body: { id: moved.id, source: 'index', kind: 'above', price: '53000' },
    });
    expect(changed).toMatchObject({ id: moved.id, price: '53000.00' });
    await ann.client.call('deletePriceAlert', { body: { id: gone.id } });
    await ann.client.call('deletePriceAlert', { body: { id: gone.id } });
    const witness = await add(ann, { kind: 'above', price: '52500' });
    await index(52_500);
    await untilFired(witness.id);
    expect([fired(moved.id), fired(gone.id)]).toEqual([[], []]);
    await index(53_000);
    await untilFired(moved.id);
    await index(50_000);
    const again = await ann.client.call('changePriceAlert', {
      body: { id: moved.id, source: 'index', kind: 'above', price: '53000' },
    });
    expect(again).toMatchObject({ state: 'waiting', firedTime: null });
    await index(53_000);
    await eventually(() => expect(fired(moved.id)).toHaveLength(2));
    await index(50_000);
  });
});

describe('the calls of price alerts', () => {
  it('refuse a price that is reached already, or off the steps, and a change out of range', async () => {
    const refused = async (terms: object) => refusal(add(ann, terms));
    expect((await refused({ kind: 'above', price: '40000' })).key).toBe('PRICE_ALERT_MET');
    expect((await refused({ kind: 'below', price: '60000' })).key).toBe('PRICE_ALERT_MET');
    expect((await refused({ kind: 'above', price: '60000.001' })).key).toBe('PRICE_INVALID');
    for (const percent of ['0.05', '100', '1.234'])
      expect((await refused({ kind: 'fall', percent, windowMinutes: 5 })).key).toBe('PRICE_ALERT_PERCENT');
    expect((await refused({ symbol: 'NOPEUSDT', kind: 'above', price: '1' })).key).toBe('UNKNOWN_SYMBOL');
    for (const terms of [
      { kind: 'above' },
      { kind: 'rise', price: '60000' },
      { kind: 'rise', percent: '5', windowMinutes: 7 },
      { kind: 'above', price: '60000', windowMinutes: 5 },
    ])
      expect((await refused(terms)).key).toBe('INVALID_INPUT');
  });

  it('keep the alerts of each user apart', async () => {
    const cat = await newPerson(house, false);
    const mine = await add(ann, { kind: 'above', price: '61000' });
    const terms = { source: 'index', kind: 'above', price: '62000' } as const;
    const change = cat.client.call('changePriceAlert', { body: { id: mine.id, ...terms } });
    expect((await refusal(change)).key).toBe('PRICE_ALERT_UNKNOWN');
    await cat.client.call('deletePriceAlert', { body: { id: mine.id } });
    expect(await listOf(cat)).toEqual([]);
    expect(await named(ann, mine.id)).toMatchObject({ price: '61000.00' });
  });

  it('add the same alert once, and no more than a user may have, also together', async () => {
    const dan = await newPerson(house, false);
    const terms = { kind: 'above', price: '70000' };
    const twice = await Promise.all([add(dan, terms), add(dan, terms)]);
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
    const more = (count: number, from: number) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, at) => add(dan, { kind: 'above', price: String(from + at) })),
      );
    await more(MAX_PRICE_ALERTS - 3, 70_001);
    const last = await more(6, 80_000);
    const added = last.filter(({ status }) => status === 'fulfilled');
    expect(added).toHaveLength(2);
    const waiting = (await listOf(dan)).filter(({ state }: PriceAlertRow) => state === 'waiting');
    expect(waiting).toHaveLength(MAX_PRICE_ALERTS);
    const full = await refusal(add(dan, { kind: 'above', price: '90000' }));
    expect(full).toMatchObject({ key: 'PRICE_ALERTS_FULL', details: { most: String(MAX_PRICE_ALERTS) } });
  });
});
