import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorRoom } from '../../apps/server/operators/operator/index.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, refusal } from './support/person.ts';

let house: House;
let desk: OperatorsConsole;
let room: OperatorRoom;
let first: { name: string; password: string };

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  ({ room, first } = desk);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const signIn = () => desk.signIn();

describe('a symbol state', () => {
  it('is set with a reason that users see, journaled and logged once a key', async () => {
    const operator = await signIn();
    const person = await newPerson(house);
    const change = { params: { symbolId: '2' }, body: { state: 'halted', reason: 'Venue outage' } } as const;
    const before = await room.log.head();
    const rows = await Promise.all([
      operator.call('setSymbolState', change, { idempotencyKey: 'halt-eth' }),
      operator.call('setSymbolState', change, { idempotencyKey: 'halt-eth' }),
    ]);
    for (const row of rows) expect(row).toMatchObject({ state: 'halted', stateReason: 'Venue outage' });
    expect((await room.log.head()).entries).toBe(before.entries + 1);
    const body = { symbol: 'ETHUSDT', side: 'buy', type: 'limit', price: '2400', quantity: '1' } as const;
    expect((await refusal(person.client.call('currencyOrderSubmit', { body }))).key).toBe('SYMBOL_HALTED');
    const shown = await person.client.call('getSpotGoods');
    expect(shown.find(({ id }) => id === 2)).toMatchObject({ state: 'halted', state_reason: 'Venue outage' });
    const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(records[0]).toMatchObject({
      operator: first.name,
      action: 'setSymbolState',
      details: { symbol: 'ETHUSDT', state: 'halted', reason: 'Venue outage' },
      command: { seq: expect.any(Number), rejection: null },
    });
    await operator.call('setSymbolState', {
      ...change,
      body: { state: 'trading', reason: 'Venues are back' },
    });
    await person.client.call('currencyOrderSubmit', { body });
  });

  it('halts a contract as well, with its reason', async () => {
    const operator = await signIn();
    const person = await newPerson(house);
    const contract = (await operator.call('getOperatorSymbols')).find(
      ({ symbol }) => symbol === 'BTCUSDT-PERP',
    );
    expect(contract).toMatchObject({ state: 'trading' });
    const params = { symbolId: String(contract?.symbolId) };
    const halted = { state: 'halted', reason: 'Index under review' } as const;
    expect(await operator.call('setSymbolState', { params, body: halted })).toMatchObject({
      state: 'halted',
      stateReason: 'Index under review',
    });
    const order = {
      symbol: 'BTCUSDT-PERP',
      type: 'limit',
      price: '50000',
      quantity: '1',
      direction: 1,
    } as const;
    expect((await refusal(person.client.call('contractOrderSubmit', { body: order }))).key).toBe(
      'SYMBOL_HALTED',
    );
    const shown = await person.client.call('getContract');
    expect(shown).toContainEqual(
      expect.objectContaining({ state: 'halted', state_reason: 'Index under review' }),
    );
    await operator.call('setSymbolState', { params, body: { state: 'trading', reason: 'The index holds' } });
  });

  it('stays listed for everybody after the market reopened, with each reason', async () => {
    const operator = await signIn();
    const visitor = clientOf(house);
    const set = (state: 'halted' | 'trading' | 'post-only', reason: string) =>
      operator.call('setSymbolState', { params: { symbolId: '2' }, body: { state, reason } });
    const before = await visitor.call('getMarketChanges', { params: { symbol: 'eth_usdt' } });
    await set('halted', 'Second venue outage');
    await set('post-only', 'Quotes return');
    await set('trading', 'All venues are back');
    const params = { symbol: 'ETHUSDT' };
    const { records } = await visitor.call('getMarketChanges', { params, query: { pageSize: '100' } });
    expect(records.length).toBe(before.records.length + 3);
    expect(records.slice(0, 3)).toMatchObject([
      { kind: 'state', before: { state: 'post-only' }, after: { state: 'trading' } },
      { kind: 'state', reason: 'Quotes return', after: { state: 'post-only', priceBandPercent: null } },
      { kind: 'state', reason: 'Second venue outage', before: { state: 'trading' } },
    ]);
    expect(records.at(-1)).toMatchObject({ kind: 'listed', reason: '', before: { state: null } });
    const pages: typeof records = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { pageSize: '2', ...(cursor === '' ? {} : { cursor }) };
      const page: { records: typeof records; nextCursor: string | null } = await visitor.call(
        'getMarketChanges',
        { params, query },
      );
      pages.push(...page.records);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(records);
    const perpetual = await visitor.call('getMarketChanges', { params: { symbol: 'BTCUSDT-PERP' } });
    expect(perpetual.records.map(({ reason }) => reason)).toEqual([
      'The index holds',
      'Index under review',
      '',
    ]);
    const unknown = visitor.call('getMarketChanges', { params: { symbol: 'NOPEUSDT' } });
    expect((await refusal(unknown)).key).toBe('UNKNOWN_SYMBOL');
  });

  it('needs a reason, a known symbol and the same body for the same key', async () => {
    const operator = await signIn();
    const set = (symbolId: string, state: 'halted' | 'trading', reason: string, key: string) =>
      refusal(
        operator.call(
          'setSymbolState',
          { params: { symbolId }, body: { state, reason } },
          { idempotencyKey: key },
        ),
      );
    expect((await set('1', 'halted', ' no ', 'a')).field).toBe('reason');
    expect((await set('1', 'halted', 'two\nlines', 'b')).field).toBe('reason');
    expect((await set('99', 'halted', 'No such symbol', 'c')).key).toBe('UNKNOWN_SYMBOL');
    const post = {
      params: { symbolId: '1' },
      body: { state: 'post-only', reason: 'A test of keys' },
    } as const;
    await operator.call('setSymbolState', post, { idempotencyKey: 'd' });
    expect((await set('1', 'trading', 'A test of keys', 'd')).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
  });
});
