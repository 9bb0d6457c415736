import { describe, expect, it } from 'vitest';
import { limit, market, openContractHouse, positions } from './support/contracts.ts';
import { type Person, refusal } from './support/person.ts';

const { house, freshIndex, trader, pair } = openContractHouse();

describe('stops that come with an entry', () => {
  const stops = { stopProfit: '51000', stopLoss: '48000' };
  const entries = {
    'the coin family': (person: Person, body: object) =>
      person.client.call('openContract', {
        params: { positionSide: 'long' },
        body: { ...market('20'), leverage: 10, ...stops, ...body },
      }),
    'the legacy family': (person: Person, body: object) =>
      person.client.call('contractOrderSubmit', {
        body: { direction: 1, ...market('20'), leverage: 10, ...stops, ...body },
      }),
  };
  const seller = async () => {
    const person = await trader();
    const body = limit('50000', '20');
    await person.client.call('openContract', { params: { positionSide: 'short' }, body });
    return person;
  };

  it.each(Object.entries(entries))(
    'fire by %s: one closes its part, the other is cancelled',
    async (_, enter) => {
      const [long, short] = [await trader(), await seller()];
      expect(await enter(long, { stopQuantity: '8' })).toMatchObject({ status: 'filled' });
      const set = (await long.client.call('contractLossList', { query: {} })).records;
      expect(set).toMatchObject([
        { kind: 'loss', triggerPrice: '48000.00', quantity: '8', triggerBy: 'mark', status: 'waiting' },
        { kind: 'profit', triggerPrice: '51000.00', quantity: '8', triggerBy: 'mark', status: 'waiting' },
      ]);
      expect(set.map(({ twinId }) => twinId)).toEqual([set[1]?.id, set[0]?.id]);
      const buyer = await trader();
      await buyer.client.call('openContract', {
        params: { positionSide: 'long' },
        body: limit('50500', '8'),
      });
      await freshIndex(51_001);
      expect(await positions(long)).toMatchObject([{ openInterest: '12' }]);
      const over = (await long.client.call('contractLossList', { query: { scope: 'history' } })).records;
      expect(over.map(({ kind, status }) => [kind, status]).sort()).toEqual([
        ['loss', 'cancelled'],
        ['profit', 'triggered'],
      ]);
      const answers = over.map(async ({ kind, id }) => [
        kind,
        await refusal(long.client.call('contractLossCancel', { query: { id: String(id) } })),
      ]);
      expect((await Promise.all(answers)).sort()).toMatchObject([
        ['loss', { key: 'ORDER_CANCELLED' }],
        ['profit', { key: 'ORDER_FILLED' }],
      ]);
      await freshIndex(47_000);
      expect(await positions(long)).toMatchObject([{ openInterest: '12' }]);
      await freshIndex();
      for (const person of [long, short, buyer]) {
        await person.client.call('cancelContract', { body: {} });
      }
    },
  );

  it.each(Object.entries(entries))(
    'are of the whole position by %s where no part is named',
    async (_, enter) => {
      const [long] = [await trader(), await seller()];
      await enter(long, { stopTriggerBy: 'last' });
      const set = (await long.client.call('contractLossList', { query: {} })).records;
      expect(set.map(({ quantity, triggerBy }) => [quantity, triggerBy])).toEqual([
        [null, 'last'],
        [null, 'last'],
      ]);
      const wrong = (body: object) => refusal(enter(long, body));
      expect((await wrong({ stopQuantity: '21' })).key).toBe('QUANTITY_INVALID');
      expect((await wrong({ stopProfit: '49000' })).key).toBe('PERPETUAL_STOPS_WRONG_SIDE');
      const wrongLoss = { key: 'PERPETUAL_STOPS_WRONG_SIDE', field: 'stopLoss' };
      expect(await wrong({ stopProfit: undefined, stopLoss: '50500' })).toMatchObject(wrongLoss);
      expect(await wrong({ ...limit('49900', '20'), stopLoss: '49950' })).toMatchObject(wrongLoss);
      expect((await wrong({ stopLoss: '40000' })).key).toBe('PERPETUAL_STOP_BEYOND_LIQUIDATION');
      const none = { stopProfit: undefined, stopLoss: undefined, stopQuantity: '1' };
      expect((await wrong(none)).field).toBe('stopQuantity');
    },
  );
});

describe('a fall of the index', () => {
  it('liquidates who can not stand it, against whom it closes, and both have a receipt with all inputs', async () => {
    const { long, short, id } = await pair();
    // 45,226.13 is the price of the long's liquidation; nobody bids, so the winner's position is closed against it.
    await freshIndex(46_000);
    expect(await positions(long)).toMatchObject([{ id, adlIndicator: expect.any(Number) }]);
    await freshIndex(44_000);
    expect(await positions(long)).toEqual([]);
    const { records } = await long.client.call('contractReceipts', { params: { symbol: 'BTCUSDT' } });
    const liquidation = records.find(({ kind }) => kind === 'liquidation');
    expect(liquidation).toMatchObject({
      positionId: id,
      positionSide: 'long',
      quantity: '20',
      inputs: { type: 'perpetualLiquidated', userId: long.userId, lotsLeft: 0 },
    });
    const inputs = liquidation?.inputs as Record<string, unknown>;
    expect(Object.keys(inputs)).toEqual(
      expect.arrayContaining([
        'venues',
        'mark',
        'lines',
        'equity',
        'maintenanceMicros',
        'bankruptcyTicks',
        'steps',
      ]),
    );
    const [ended] = (await long.client.call('contractPositionHistory', { query: {} })).records;
    expect(ended).toMatchObject({ id, closePrice: expect.any(String) });
    expect(['liquidated', 'deleveraged']).toContain(ended?.reason);
    const account = await long.client.call('getContractAccount');
    // The isolated margin of 100 is gone at the most, and the rest of the wallet is untouched.
    expect(Number(account.walletBalance)).toBeGreaterThan(4_899);
    const others = await short.client.call('contractReceipts', { params: { symbol: 'all' } });
    const closed = others.records.filter(({ kind }) => kind === 'deleveraging');
    const stillHeld = (await positions(short)).reduce((sum, row) => sum + Number(row.openInterest), 0);
    expect(closed.reduce((sum, row) => sum + Number('quantity' in row ? row.quantity : 0), 0)).toBe(
      20 - stillHeld,
    );
    const sums = await house().engine.read((view) => view.ledgerSums());
    expect(sums.map(({ sum }) => sum)).toEqual(sums.map(() => 0n));
  });
});
