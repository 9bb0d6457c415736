import { checkContractFee, checkContractFill } from '@candor/proofs';
import { describe, expect, it } from 'vitest';
import { limit, market, openContractHouse, positions } from './support/contracts.ts';
import { USDT } from './support/listing.ts';
import { clientOf, newPerson, refusal } from './support/person.ts';

const { house, trader, pair } = openContractHouse();

describe('a position', () => {
  it('is opened against somebody, listed, and closed again', async () => {
    const [long, short] = [await trader(), await trader()];
    const resting = await short.client.call('openContract', {
      params: { positionSide: 'short' },
      body: { ...limit('50000', '20'), leverage: 10 },
    });
    expect(resting).toMatchObject({ status: 'open', tradedQuantity: '0', averageDealPrice: null });
    const depth = await house().app.inject({ url: '/api/v1/coin/open/depth/BTCUSDT-PERP' });
    expect(depth.json().data.a).toContainEqual(['50000.00', '20', '0']);

    const taken = await long.client.call('contractOrderSubmit', {
      body: { direction: 1, ...market('20'), leverage: 10, marginMode: 'isolated' },
    });
    expect(taken).toMatchObject({ status: 'filled', tradedQuantity: '20', averageDealPrice: '50000' });
    const [position] = await positions(long);
    // 20 contracts of 0.001 BTC at 50,000 are 1,000 USDT; a tenth of it is the margin.
    expect(position).toMatchObject({
      symbol: 'BTCUSDT-PERP',
      symbol_name: 'BTC/USDT',
      positionSide: 'long',
      flag: 1,
      marginMode: 'isolated',
      leverage: 10,
      openInterest: '20',
      averageOpenPrice: '50000',
      value: '1000',
      positionMargin: '100',
      maintenanceMargin: '5',
    });
    expect(Number(position?.expectedLiquidationPrice)).toBeGreaterThan(45_000);
    expect(Number(position?.expectedLiquidationPrice)).toBeLessThan(46_000);
    const other = await short.client.call('getMyPosition', { params: { symbol: 'all' } });
    expect(other.records).toMatchObject([{ positionSide: 'short', flag: 2, openInterest: '20' }]);

    await short.client.call('openContract', {
      params: { positionSide: 'short' },
      body: limit('50000', '1'),
    });
    await short.client.call('cancelContract', { body: {} });
    const buyer = await trader();
    await buyer.client.call('openContract', { params: { positionSide: 'long' }, body: limit('49990', '20') });
    const closed = await long.client.call('contractStopOrder', { query: { id: String(position?.id) } });
    expect(closed).toMatchObject({ status: 'filled', tradedQuantity: '20', averageDealPrice: '49990' });
    expect(await positions(long)).toEqual([]);
    const history = await long.client.call('contractPositionHistory', { query: {} });
    expect(history.records).toMatchObject([
      {
        id: position?.id,
        positionSide: 'long',
        reason: 'closed',
        maxOpenInterest: '20',
        realisedPnl: '-0.2',
      },
    ]);
    const sums = await house().engine.read((view) => view.ledgerSums());
    expect(sums.map(({ sum }) => sum)).toEqual(sums.map(() => 0n));

    // anybody reads the fees that fed the safety fund, without their payers, and computes them again
    const { contractFees } = await clientOf(house()).call('getSettled');
    expect(contractFees.length).toBeGreaterThanOrEqual(4);
    expect(contractFees.every((fee) => checkContractFee(fee).ok)).toBe(true);
    expect(contractFees.map(({ seq }) => seq)).toEqual(
      contractFees.map(({ seq }) => seq).toSorted((left, right) => right - left),
    );
    expect(contractFees.at(-1)).toMatchObject({
      symbol: 'BTCUSDT-PERP',
      symbol_name: 'BTC/USDT',
      coin: 'USDT',
    });
    expect(JSON.stringify(contractFees)).not.toContain('"userId"');
    const units = (text: string) => Math.round(Number(text) * 1e8);
    const parts = contractFees.reduce((sum, { toSafetyFund }) => sum + units(toSafetyFund), 0);
    const fund = sums.find(({ assetId }) => assetId === USDT)?.safetyFund;
    expect(BigInt(parts)).toBe(fund);
  });
});

describe('a contract order', () => {
  it('counts whole contracts and is refused without a trace for what it cannot be', async () => {
    const person = await trader();
    const place = (body: object) =>
      refusal(person.client.call('contractOrderSubmit', { body: { direction: 1, ...body } as never }));
    expect((await place(limit('50000', '1.5'))).key).toBe('PERPETUAL_QUANTITY_WHOLE');
    expect((await place(limit('50000', '9999999'))).key).toBe('QUANTITY_ABOVE_MAXIMUM');
    expect((await place(limit('50000.001', '1'))).key).toBe('PRICE_INVALID');
    expect((await place({ ...limit('50000', '1'), symbol: 'XXXUSDT' })).key).toBe('UNKNOWN_SYMBOL');
    expect((await place({ ...market('1'), price: '50000' })).field).toBe('price');
    expect((await place({ ...limit('50000', '1'), leverage: 150 })).key).toBe(
      'PERPETUAL_LEVERAGE_ABOVE_MAXIMUM',
    );
    expect((await place({ ...limit('50000', '1'), leverage: 1.5 })).field).toBe('leverage');
    expect(await place(limit('80000', '1'))).toMatchObject({
      key: 'PRICE_OUTSIDE_RANGE',
      field: 'price',
      details: { percent: '5' },
    });
    expect((await place(limit('50000', '9000'))).key).toBe('INSUFFICIENT_BALANCE');
    expect((await place({ ...limit('50000', '1'), direction: 3 })).key).toBe(
      'PERPETUAL_REDUCE_ONLY_REJECTED',
    );
    expect((await place({ ...limit('50000', '1'), direction: 5 })).field).toBe('direction');
    // what only opening orders may say: a closing one that waited would have set it
    const closing = { ...limit('50000', '1'), direction: 4, triggerPrice: '51000' };
    expect((await place({ ...closing, leverage: 100 })).field).toBe('leverage');
    expect((await place({ ...closing, marginMode: 'cross' })).field).toBe('marginMode');
    expect((await place({ ...closing, stopLoss: '51500' })).field).toBe('stopLoss');
    const list = await person.client.call('contractOrderList', { query: { scope: 'all' } });
    expect(list.records).toEqual([]);
    const account = await person.client.call('getContractAccount');
    expect(account).toMatchObject({ walletBalance: '5000', available: '5000', positionMode: 'one-way' });
  });

  it('sets leverage and margin mode in one command with itself, and refused neither', async () => {
    const person = await trader();
    const settings = () => person.client.call('getContractSettings');
    const before = await settings();
    const place = (body: object) =>
      person.client.call('openContract', {
        params: { positionSide: 'long' },
        body: { ...limit('49000', '2'), leverage: 33, marginMode: 'cross', ...body },
      });
    expect(await refusal(place({ price: '1' }))).toMatchObject({
      key: 'NOTIONAL_TOO_SMALL',
      field: 'quantity',
      details: { minimum: expect.stringMatching(/^\d+$/), coin: 'USDT' },
    });
    expect((await refusal(place({ quantity: '9000' }))).key).toBe('INSUFFICIENT_BALANCE');
    expect(await settings()).toEqual(before);
    const sent: string[] = [];
    const stop = house().engine.onCommitted(({ commands }) => {
      for (const { envelope } of commands)
        if (envelope.userId === person.userId) sent.push(envelope.body.type);
    });
    const { orderId } = await place({});
    stop();
    expect(sent).toEqual(['placePerpetualOrder']);
    expect(await settings()).toMatchObject([{ leverage: 33, marginMode: 'cross' }]);
    const { order } = await person.client.call('contractOrderDetails', {
      params: { orderId: String(orderId) },
    });
    expect(order).toMatchObject({ leverage: 33, marginMode: 'cross', status: 'open' });
    await person.client.call('cancelContract', { body: {} });
  });

  it('is one order for one key, in whichever family it is asked for, and not another body', async () => {
    const person = await trader();
    const body = limit('49000', '3');
    const ask = (price: string) =>
      person.client.call(
        'openContract',
        { params: { positionSide: 'long' }, body: { ...body, price } },
        { idempotencyKey: 'once' },
      );
    const [first, second] = await Promise.all([ask('49000'), ask('49000.00')]);
    expect(second).toEqual(first);
    const legacy = await person.client.call(
      'contractOrderSubmit',
      { body: { direction: 1, ...body } },
      { idempotencyKey: 'once' },
    );
    expect(legacy).toEqual(first);
    expect((await refusal(ask('48000'))).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
    const open = await person.client.call('entrustLogContract', {
      params: { scope: 'open', symbol: 'all', limit: '10' },
    });
    expect(open.records).toHaveLength(1);
    expect(open.records[0]).toMatchObject({ id: first.orderId, direction: 1, entrustedValue: '147' });
  });

  it('belongs to its user: nobody else sees, reads or cancels it, nor the position', async () => {
    const { long, id } = await pair();
    const other = await trader();
    const { orderId } = await long.client.call('openContract', {
      params: { positionSide: 'long' },
      body: limit('48000', '1'),
    });
    const tries = [
      other.client.call('contractOrderCancel', { query: { id: String(orderId) } }),
      other.client.call('contractOrderDetails', { params: { orderId: String(orderId) } }),
      other.client.call('contractStopOrder', { query: { id: String(id) } }),
      other.client.call('contractAdjustAmount', { query: { id: String(id), money: '1', flag: 'reduce' } }),
      other.client.call('contractLossSett', { body: { id, stopLoss: '49000' } }),
    ];
    const keys = await Promise.all(tries.map(async (each) => (await refusal(each)).key));
    expect(keys).toEqual([
      'UNKNOWN_ORDER',
      'UNKNOWN_ORDER',
      'PERPETUAL_UNKNOWN_POSITION',
      'PERPETUAL_UNKNOWN_POSITION',
      'PERPETUAL_UNKNOWN_POSITION',
    ]);
    expect(await positions(other)).toEqual([]);
    const lists = await other.client.call('contractFills', { params: { symbol: 'all' } });
    expect(lists.records).toEqual([]);
    await long.client.call('contractOrderCancel', { query: { id: String(orderId) } });
    const { order } = await long.client.call('contractOrderDetails', {
      params: { orderId: String(orderId) },
    });
    expect(order).toMatchObject({ status: 'cancelled', tradedQuantity: '0' });
  });
});

describe('an open position', () => {
  it('takes margin and gives it back, but not what its leverage asks for', async () => {
    const { long, id } = await pair();
    const adjust = (money: string, flag: 'add' | 'reduce') =>
      long.client.call('updateBond', { body: { id, money, flag } });
    const more = await adjust('50', 'add');
    expect(more.positionMargin).toBe('150');
    expect(Number((await positions(long))[0]?.expectedLiquidationPrice)).toBeLessThan(44_000);
    expect((await adjust('50', 'reduce')).money).toBe('100');
    expect((await refusal(adjust('1', 'reduce'))).key).toBe('PERPETUAL_MARGIN_TOO_LOW');
    expect((await refusal(adjust('100000', 'add'))).key).toBe('INSUFFICIENT_BALANCE');
    expect((await refusal(adjust('0.123456789', 'add'))).key).toBe('AMOUNT_INVALID');
  });

  it('takes a stop-profit and a stop-loss, shows, replaces and cancels them', async () => {
    const { long, id } = await pair();
    const set = (body: object) => long.client.call('contractLossSett', { body: { id, ...body } });
    const both = await set({ stopProfit: '52000', stopLoss: '47000' });
    expect(both.records.map(({ kind, triggerPrice }) => [kind, triggerPrice])).toEqual([
      ['profit', '52000.00'],
      ['loss', '47000.00'],
    ]);
    expect(both.records[0]?.twinId).toBe(both.records[1]?.id);
    const [position] = await positions(long);
    expect(position).toMatchObject({ stopProfitTriggerPrice: '52000.00', stopLossTriggerPrice: '47000.00' });
    expect((await refusal(set({ stopLoss: '1000' }))).key).toBe('PERPETUAL_STOP_BEYOND_LIQUIDATION');
    expect((await refusal(set({ stopLoss: '51000' }))).key).toBe('PERPETUAL_STOPS_WRONG_SIDE');
    const stop = both.records[1]?.id;
    await long.client.call('contractLossCancel', { query: { id: String(stop) } });
    const open = await long.client.call('contractLossList', { query: {} });
    expect(open.records.map(({ kind }) => kind)).toEqual(['profit']);
    const done = await long.client.call('contractLossList', { query: { scope: 'history' } });
    expect(done.records).toMatchObject([{ id: stop, kind: 'loss', status: 'cancelled' }]);
  });

  it('takes stops for a part of it, as many as wanted, and by another price', async () => {
    const { long, id } = await pair();
    const set = (body: object) => long.client.call('contractLossSett', { body: { id, ...body } });
    const part = await set({ stopProfit: '51000', stopLoss: '48000', quantity: '5', triggerBy: 'last' });
    expect(part.records.map(({ kind, quantity, triggerBy }) => [kind, quantity, triggerBy])).toEqual([
      ['profit', '5', 'last'],
      ['loss', '5', 'last'],
    ]);
    const [more] = (await set({ stopProfit: '52000', quantity: '15' })).records;
    expect(more).toMatchObject({ quantity: '15', triggerBy: 'mark', twinId: null });
    const open = await long.client.call('contractLossList', { query: {} });
    expect(open.records).toHaveLength(3);
    expect((await refusal(set({ stopLoss: '48000', quantity: '21' }))).key).toBe('QUANTITY_INVALID');
    expect((await refusal(set({ stopLoss: '48000', quantity: '1.5' }))).key).toBe('PERPETUAL_QUANTITY_WHOLE');
  });

  it('changes leverage; margin and position mode only where nothing is open', async () => {
    const { long } = await pair();
    const set = await long.client.call('updateContractLeverage', {
      body: { symbol: 'BTCUSDT', leverageRadio: 5 },
    });
    expect(set).toEqual({ symbol: 'BTCUSDT-PERP', leverage: 5 });
    expect((await positions(long))[0]).toMatchObject({ leverage: 5, positionMargin: '200' });
    const modes = [
      long.client.call('updateMarginMode', { body: { symbol: 'BTCUSDT', marginMode: 'cross' } }),
      long.client.call('updatePositionMode', { body: { positionMode: 'long-short' } }),
    ];
    expect(await Promise.all(modes.map(async (each) => (await refusal(each)).key))).toEqual([
      'PERPETUAL_POSITION_OPEN',
      'PERPETUAL_POSITION_OPEN',
    ]);
    const free = await trader();
    await free.client.call('updatePositionMode', { body: { positionMode: 'long-short' } });
    expect((await free.client.call('getContractAccount')).positionMode).toBe('long-short');
  });

  it('is closed with all others by one key, and its fills, bills and history agree', async () => {
    const { long } = await pair();
    const buyer = await trader();
    await buyer.client.call('openContract', { params: { positionSide: 'long' }, body: limit('49995', '20') });
    await long.client.call('openContract', { params: { positionSide: 'long' }, body: limit('48000', '1') });
    const closed = await long.client.call('oneKeyClose', {
      body: { oneKeySymbolNameList: ['BTCUSDT'], contractType: 'u' },
    });
    expect(closed).toEqual({ positions: 1, open: [] });
    expect(await positions(long)).toEqual([]);
    const open = await long.client.call('contractOrderList', { query: { scope: 'open' } });
    expect(open.records).toEqual([]);
    const { records: fills } = await long.client.call('contractFills', { params: { symbol: 'BTCUSDT' } });
    expect(fills.map(({ side, quantity, realisedPnl }) => [side, quantity, realisedPnl])).toEqual([
      ['sell', '20', '-0.1'],
      ['buy', '20', '0'],
    ]);
    const inputs = fills.map(({ closedQuantity, heldQuantity, heldCost }) => [
      closedQuantity,
      heldQuantity,
      heldCost,
    ]);
    expect(inputs).toEqual([
      ['20', '20', '1000'],
      ['0', null, null],
    ]);
    for (const fill of fills) {
      const check = checkContractFill({ ...fill, fee: fill.fee.amount });
      expect(check.steps.map(({ name, ok }) => [name, ok])).toEqual([
        ['amount', true],
        ['fee', true],
        ['profit', true],
      ]);
    }
    const [history] = (await long.client.call('contractPositionHistory', { query: {} })).records;
    const fees = fills.reduce((sum, fill) => sum + Number(fill.fee.amount), 0);
    expect(Number(history?.fees)).toBeCloseTo(fees, 8);
    const account = await long.client.call('getContractAccount');
    expect(Number(account.walletBalance)).toBeCloseTo(5_000 - 0.1 - fees, 8);
    const bills = await long.client.call('getMyBill', { query: { wallet: 'contract', pageSize: '50' } });
    const moved = bills.records.reduce((sum, bill) => sum + Number(bill.amount), 0);
    expect(moved).toBeCloseTo(Number(account.walletBalance), 8);
    expect(new Set(bills.records.map(({ kind }) => kind))).toEqual(
      new Set(['transfer', 'perpetual-pnl', 'perpetual-fee']),
    );
  });

  it('is found in each list by its time alone', async () => {
    const { long } = await pair();
    const buyer = await trader();
    await buyer.client.call('openContract', { params: { positionSide: 'long' }, body: limit('49995', '20') });
    await long.client.call('oneKeyClose', {
      body: { oneKeySymbolNameList: ['BTCUSDT'], contractType: 'u' },
    });
    type Times = { readonly fromTime?: string; readonly toTime?: string };
    const { client } = long;
    const params = { symbol: 'all' } as const;
    const lists: ((query: Times) => Promise<number[]>)[] = [
      async (query) => {
        const of = { scope: 'history', symbol: 'all', limit: '20' } as const;
        const { records } = await client.call('entrustLogContract', { params: of, query });
        return records.map(({ createTime }) => createTime);
      },
      async (query) =>
        (await client.call('contractOrderList', { query })).records.map(({ createTime }) => createTime),
      async (query) =>
        (await client.call('contractFills', { params, query })).records.map(({ time }) => time),
      async (query) =>
        (await client.call('contractPositionHistory', { query })).records.map(({ closeTime }) => closeTime),
      async (query) =>
        (await client.call('contractReceipts', { params, query })).records.map(({ time }) => time),
    ];
    for (const [at, list] of lists.entries()) {
      const times = await list({});
      // nothing was settled here
      if (at < 4) expect(times.length).toBeGreaterThan(0);
      for (const time of new Set(times)) {
        const same = times.filter((other) => other === time);
        expect(await list({ fromTime: String(time), toTime: String(time + 1) })).toEqual(same);
        expect(await list({ toTime: String(time) })).toEqual(times.filter((other) => other < time));
      }
      expect(await list({ fromTime: String((times[0] ?? 0) + 1) })).toEqual([]);
    }
  });
});

describe('what the public sees of contracts', () => {
  it('is their terms, marks, funding, tiers and the insurance fund', async () => {
    const person = await newPerson(house(), false);
    const [row] = await person.client.call('getContract');
    expect(row).toMatchObject({
      symbol: 'BTCUSDT-PERP',
      contract_size: '0.001',
      max_leverage: 100,
      mark: '50000.00',
      taker_fee_percent: '0.05',
    });
    const ofType = await person.client.call('getMarketInitData', { query: { type: 'usta' } });
    expect(ofType.map(({ symbol }) => symbol)).toEqual(['BTCUSDT-PERP']);
    const named = await person.client.call('getContractDetail', {
      body: { symbolNameList: ['btc_usdt'], type: 'usta' },
    });
    expect(named).toHaveLength(1);
    const [funding] = await person.client.call('getFundingRate', { query: { symbolName: 'BTCUSDT' } });
    expect(funding).toMatchObject({ symbol: 'BTCUSDT-PERP', markPrice: '50000.00', lastFundingRate: null });
    const [tiers] = await person.client.call('getUbwMaintenanceMargin');
    expect(
      tiers?.tiers.map((tier) => [tier.notionalFloor, tier.maintenanceMarginPercent, tier.deduction]),
    ).toEqual([
      ['0', '0.5', '0'],
      ['50000', '1', '250'],
      ['500000', '2.5', '7750'],
    ]);
    expect(await person.client.call('getBbwMaintenanceMargin', { params: { symbol: 'BTCUSDT' } })).toEqual(
      [],
    );
    const [insurance] = await person.client.call('getInsurance');
    expect(Number(insurance?.amount)).toBeGreaterThanOrEqual(10_000);
  });
});
