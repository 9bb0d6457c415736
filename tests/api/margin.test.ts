import { noticeLink, type PrivateServerMessage, privateServerMessageSchema } from '@candor/api';
import type { Command } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { BTC, BTCUSDT, HOUSE } from './support/listing.ts';
import { type MarginHouse, openMargin } from './support/margin.ts';
import { clientOf, newPerson, refusal, send } from './support/person.ts';
import { expectListedByTime, inQuery } from './support/times.ts';
import { mailed, reached, toldOf, toldTo } from './support/told.ts';

let house: House;
let margin: MarginHouse;
const system: MarginHouse['system'] = (body, userId) => margin.system(body, userId);
const borrower = () => margin.borrower();

beforeAll(async () => {
  // Its time goes on as it is asked for: no price goes stale because the machine is busy.
  let timeMs = Date.now();
  house = await openHouse({ clock: () => timeMs++, notices: true });
  margin = await openMargin(house);
});
afterAll(() => house.stop());

describe('the cross account', () => {
  it('says what may be borrowed, previews it, lends it and takes it back', async () => {
    const person = await borrower();
    const { client } = person;
    const can = await client.call('allGetCanborrow', { body: { coin: 'usdt' } });
    expect(can).toMatchObject({
      type: 'all',
      symbol: null,
      coin: 'USDT',
      canBorrow: '94997.15008547',
      hourlyRate: '0.001',
      maxBorrow: '100000',
      riskRate: null,
    });
    const preview = await client.call('allPreborrow', { body: { coin: 'USDT', amount: '20000' } });
    expect(preview).toMatchObject({ firstHourInterest: '0.2', permitted: true, amount: '20000' });
    const receipt = await client.call('allBorrow', { body: { coin: 'USDT', amount: '20000' } });
    expect(receipt).toMatchObject({ coin: 'USDT', amount: '20000', id: expect.any(Number) });
    const account = await client.call('allMarginProperty');
    expect(account).toMatchObject({
      type: 'all',
      symbol: null,
      leverage: 3,
      valueCoin: 'USDT',
      collateral: '67500',
      debt: '20000.2',
      riskRate: preview.riskRateAfter,
      callRisk: '1.2',
      liquidationRisk: '1.1',
      called: false,
      loans: [{ id: receipt.id, coin: 'USDT', principal: '20000', interest: '0.2', owed: '20000.2' }],
    });
    expect(account.assets.find(({ coin }) => coin === 'USDT')).toMatchObject({
      amount: '20000',
      owed: '20000.2',
      net: '-0.2',
    });
    const partly = await client.call('allStill', { body: { coin: 'USDT', amount: '5000' } });
    expect(partly).toMatchObject({ id: receipt.id, owed: '15000.2' });
    expect((await refusal(client.call('allStill', { body: { coin: 'USDT' } }))).key).toBe(
      'INSUFFICIENT_BALANCE',
    );
    await client.call('transfer', { query: { from: '1', to: '4', coin: 'USDT', amount: '1' } });
    expect(await client.call('allStill', { body: { coin: 'USDT' } })).toMatchObject({ owed: '0' });
    const { records } = await client.call('borrowOrders', {
      params: { marginType: 'qc', scope: 'history', limit: '10' },
    });
    expect(records).toMatchObject([
      {
        id: receipt.id,
        type: 'all',
        coin: 'USDT',
        borrowed: '20000',
        repaid: '20000',
        interest: '0.2',
        interestPaid: '0.2',
        owed: '0',
        status: 'repaid',
        hourlyRate: '0.001',
      },
    ]);
    const of = { marginType: 'qc', scope: 'all', limit: '10' } as const;
    await expectListedByTime(async (times) =>
      (await client.call('borrowOrders', { params: of, query: inQuery(times) })).records.map(
        ({ createTime }) => createTime,
      ),
    );
    await expectListedByTime(async (times) =>
      (await client.call('marginInterest', { query: inQuery(times) })).records.map(({ time }) => time),
    );
    const interest = await client.call('marginInterest');
    expect(interest.records).toMatchObject([
      { loanId: receipt.id, amount: '0.2', principal: '20000', fromIndex: null },
    ]);
    const bills = await client.call('getMyBill', { query: { wallet: 'margin-cross', coin: 'USDT' } });
    expect(bills.records.map(({ kind, debt, amount }) => [kind, debt, amount])).toEqual([
      ['margin-repay', false, '-15000.2'],
      ['margin-repay', true, '15000.2'],
      ['transfer', false, '1'],
      ['margin-repay', false, '-5000'],
      ['margin-repay', true, '5000'],
      ['margin-interest', true, '-0.2'],
      ['margin-borrow', true, '-20000'],
      ['margin-borrow', false, '20000'],
    ]);
  });

  it('borrows once for one key, also when asked at once, and refuses another body', async () => {
    const person = await borrower();
    const borrow = (amount: string) =>
      person.client.call('allBorrow', { body: { coin: 'USDT', amount } }, { idempotencyKey: 'once' });
    await Promise.all([borrow('10'), borrow('10'), borrow('10.0')]);
    expect((await refusal(borrow('11'))).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
    expect(await person.client.call('allMarginProperty')).toMatchObject({ loans: [{ principal: '10' }] });
  });

  it('lists what is lent and how collateral counts', async () => {
    const person = await borrower();
    const { list } = await person.client.call('getCanborrowList');
    expect(list.map(({ coin, hourlyRate, dailyRate }) => [coin, hourlyRate, dailyRate])).toEqual([
      ['BTC', '0.001', '0.024'],
      ['USDT', '0.001', '0.024'],
    ]);
    // the guide of the home page shows them to visitors
    const rates = await clientOf(house).call('getDepositRate');
    expect(rates.list).toEqual([
      { coin: 'BTC', depositRate: '0.95', hourlyRate: '0.001' },
      { coin: 'USDT', depositRate: '1', hourlyRate: '0.001' },
    ]);
    expect(rates.terms).toMatchObject([
      { type: 'all', symbol: null, maxLeverage: 3, saleBand: '5' },
      { type: 'fixed', symbol: 'BTCUSDT', maxLeverage: 5 },
    ]);
  });

  it.each([
    ['allBorrow', { coin: 'ETH', amount: '1' }, 'MARGIN_NOT_OFFERED'],
    ['allBorrow', { coin: 'NOPE', amount: '1' }, 'UNKNOWN_COIN'],
    ['allBorrow', { coin: 'USDT', amount: '94997.15008548' }, 'MARGIN_RISK_TOO_HIGH'],
    ['allBorrow', { coin: 'BTC', amount: '5.00000001' }, 'MARGIN_RISK_TOO_HIGH'],
    ['allBorrow', { coin: 'USDT', amount: '0' }, 'INVALID_INPUT'],
    ['allBorrow', { coin: 'USDT', amount: '-1' }, 'INVALID_INPUT'],
    ['allBorrow', { coin: 'USDT', amount: '0.000000001' }, 'AMOUNT_INVALID'],
    ['allBorrow', { coin: 'USDT', amount: '999999999999999999' }, 'AMOUNT_TOO_LARGE'],
    ['allBorrow', { coin: 'USDT', amount: -1 }, 'INVALID_INPUT'],
    ['allBorrow', { coin: 'USDT', amount: '1', symbol: 'BTCUSDT' }, 'INVALID_INPUT'],
    ['allBorrow', {}, 'INVALID_INPUT'],
    ['allStill', { coin: 'USDT' }, 'MARGIN_NO_DEBT'],
    ['fixedBorrow', { coin: 'USDT', amount: '1' }, 'INVALID_INPUT'],
    ['fixedBorrow', { coin: 'USDT', amount: '1', symbol: 'NOPE' }, 'UNKNOWN_SYMBOL'],
    ['fixedBorrow', { coin: 'USDT', amount: '1', symbol: 'ETHUSDT' }, 'MARGIN_NOT_OFFERED'],
    ['fixedPreborrow', { coin: 'ETH', amount: '1', symbol: 'BTCUSDT' }, 'MARGIN_NOT_OFFERED'],
    ['fixedUpdateLeverageRadio', { symbol: 'BTCUSDT', leverage: 6 }, 'MARGIN_LEVERAGE_INVALID'],
    ['fixedUpdateLeverageRadio', { symbol: 'BTCUSDT', leverage: 2.5 }, 'INVALID_INPUT'],
  ] as const)('%s of %j is refused', async (name, body, key) => {
    const person = await borrower();
    const path = {
      allBorrow: 'all/borrow',
      allStill: 'all/still',
      fixedBorrow: 'fixed/borrow',
      fixedPreborrow: 'fixed/preborrow',
      fixedUpdateLeverageRadio: 'fixed/updateLeverageRadio',
    }[name];
    const answer = await send(house, 'POST', `/api/v1/coin/wallet/${path}`, { token: person.token, body });
    expect(answer).toMatchObject({ status: 200, data: { key } });
    expect(answer.msg).not.toBe('');
    expect((await person.client.call('allMarginProperty')).loans).toEqual([]);
  });
});

describe('an account without collateral', () => {
  it.each([
    ['allBorrow', {}],
    ['fixedBorrow', { symbol: 'BTCUSDT' }],
  ] as const)('is told so, and one with too little is not: %s', async (call, more) => {
    const person = await newPerson(house);
    await margin.tick();
    const borrow = (amount: string) =>
      refusal(person.client.call(call, { body: { coin: 'USDT', amount, ...more } as never }));
    expect(await borrow('1')).toMatchObject({ key: 'MARGIN_NO_COLLATERAL', field: 'amount' });
    const to = call === 'allBorrow' ? ({ to: '4' } as const) : ({ to: '6', toSymbol: 'BTCUSDT' } as const);
    await person.client.call('transfer', { query: { from: '1', ...to, coin: 'USDT', amount: '10' } });
    expect(await borrow('1000')).toMatchObject({ key: 'MARGIN_RISK_TOO_HIGH' });
  });
});

describe('the isolated account', () => {
  it('borrows by its own leverage and trades in the book of its market', async () => {
    const person = await borrower();
    const { client } = person;
    await client.call('fixedUpdateLeverageRadio', { body: { symbol: 'BTC/USDT', leverage: 2 } });
    const can = await client.call('fixedGetCanborrow', { body: { coin: 'USDT', symbol: 'BTCUSDT' } });
    expect(can).toMatchObject({ type: 'fixed', symbol: 'BTCUSDT', canBorrow: '3999.92000158' });
    await client.call('fixedBorrow', { body: { coin: 'USDT', amount: '1000', symbol: 'BTCUSDT' } });
    await system(
      {
        type: 'massQuote',
        symbolId: BTCUSDT,
        levels: [{ side: 'sell', priceTicks: 5_000_000, lots: 1_000 }],
      } as never,
      HOUSE,
    );
    const taken = await client.call('marginExchange', {
      params: { marginType: 'fixed', side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '50000', quantity: '0.01' },
    });
    expect(taken).toMatchObject({ status: 'filled', tradedQuantity: '0.01000' });
    const resting = await client.call('marginExchange', {
      params: { marginType: 'fixed', side: 'sell' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '51000', quantity: '0.005' },
    });
    const far = client.call('marginExchange', {
      params: { marginType: 'fixed', side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '53000', quantity: '0.005' },
    });
    expect((await refusal(far)).key).toBe('MARGIN_PRICE_TOO_FAR');
    const log = async (marginType: 'all' | 'fixed', scope: 'open' | 'history' | 'all') =>
      (
        await client.call('marginEntrustLog', { params: { marginType, scope, symbol: 'all', limit: '10' } })
      ).records.map(({ id }) => id);
    expect(await log('fixed', 'open')).toEqual([resting.orderId]);
    expect(await log('fixed', 'all')).toEqual([resting.orderId, taken.orderId]);
    expect(await log('all', 'all')).toEqual([]);
    const spot = await client.call('entrustLog', { params: { scope: 'all', symbol: 'all', limit: '10' } });
    expect(spot.records).toEqual([]);
    const openSpot = await client.call('entrustLog', {
      params: { scope: 'open', symbol: 'all', limit: '10' },
    });
    expect(openSpot.records).toEqual([]);
    const account = await client.call('fixedMarginProperty', { params: { symbol: 'btc_usdt' } });
    expect(account).toMatchObject({ type: 'fixed', symbol: 'BTCUSDT', symbol_name: 'BTC/USDT', leverage: 2 });
    expect(account.assets.find(({ coin }) => coin === 'BTC')).toMatchObject({
      amount: '0.00998',
      frozen: '0.005',
    });
    await client.call('cancelEntrust', { body: { orderId: resting.orderId } });
    await client.call('marginExchange', {
      params: { marginType: 'fixed', side: 'sell' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '51000', quantity: '0.005' },
    });
    await client.call('marginCancelAll', { params: { marginType: 'fixed' }, body: {} });
    expect(await log('fixed', 'open')).toEqual([]);
  });

  it('keeps what its debt needs', async () => {
    const person = await borrower();
    const { client } = person;
    await client.call('fixedBorrow', { body: { coin: 'USDT', amount: '2000', symbol: 'BTCUSDT' } });
    const move = (amount: string) =>
      client.call('transfer', { query: { from: '6', fromSymbol: 'BTCUSDT', to: '1', coin: 'USDT', amount } });
    const { list } = await client.call('getCurrencyAccount', {
      query: { type: '6', symbol: 'BTCUSDT', coin: 'USDT' },
    });
    // 6,000 - t >= 2 x 2,000.02
    expect(list).toMatchObject([{ transferable: '1999.96', available: '6000' }]);
    expect((await refusal(move('1999.96000001'))).key).toBe('TRANSFER_LOCKED');
    await move('1999.96');
  });
});

describe('a margin call and a forced sale', () => {
  it('are receipts with all that they are computed from, and notices with these', async () => {
    const person = await reached(house, await borrower());
    const { client } = person;
    await client.call('allBorrow', { body: { coin: 'BTC', amount: '1.5' } });
    await system(
      {
        type: 'massQuote',
        symbolId: BTCUSDT,
        levels: [
          { side: 'buy', priceTicks: 4_999_999, lots: 1_000_000 },
          { side: 'sell', priceTicks: 5_000_001, lots: 1_000_000 },
        ],
      } as never,
      HOUSE,
    );
    await client.call('marginExchange', {
      params: { marginType: 'all', side: 'sell' },
      body: { symbol: 'BTCUSDT', type: 'market', quantity: '2.5' },
    });
    const at = (priceTicks: number): Command =>
      ({
        type: 'indexTick',
        tickNo: margin.nextTickNo(),
        quotes: [
          {
            venueId: 1,
            symbolId: BTCUSDT,
            bidTicks: priceTicks,
            askTicks: priceTicks,
            venueTimeMs: house.now(),
          },
        ],
      }) as never;
    await system(at(6_950_000));
    expect(await client.call('allMarginProperty')).toMatchObject({ called: true, selling: false });
    const [call, ...calls] = await toldOf(house, person, 'margin-call');
    expect(calls).toEqual([]);
    expect(call).toMatchObject({
      read: false,
      facts: { account: 'all', symbol: null, callRisk: '1.2', liquidationRisk: '1.1' },
    });
    expect(noticeLink(call!)).toBe('/trade/index?type=spot&margin=cross');
    expect(await mailed(house, person)).toEqual([['margin-call']]);
    await system(
      {
        type: 'massQuote',
        symbolId: BTCUSDT,
        levels: [{ side: 'sell', priceTicks: 7_600_000, lots: 1_000_000 }],
      } as never,
      HOUSE,
    );
    await system(
      {
        type: 'massQuote',
        symbolId: BTCUSDT,
        levels: [
          { side: 'buy', priceTicks: 4_999_999, lots: 0 },
          { side: 'sell', priceTicks: 5_000_001, lots: 0 },
        ],
      } as never,
      HOUSE,
    );
    const resting = await client.call('marginExchange', {
      params: { marginType: 'all', side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '67000', quantity: '0.01' },
    });
    await system(at(7_600_000));
    const account = await client.call('allMarginProperty');
    expect(account).toMatchObject({ selling: false, called: false, loans: [] });
    const { records } = await client.call('marginReceipts');
    expect(records.map(({ kind }) => kind)).toEqual(['sold', 'sale', 'call']);
    await expectListedByTime(async (times) =>
      (await client.call('marginReceipts', { query: inQuery(times) })).records.map(({ time }) => time),
    );
    const [sold, ...sales] = await toldOf(house, person, 'forced-sale');
    expect(sales).toEqual([]);
    expect(sold).toMatchObject({ facts: { account: 'all', symbol: null, over: true } });
    expect(sold?.facts.receipt).toBe(records[0]!.id);
    const [ended, ...ends] = await toldOf(house, person, 'order-ended');
    expect(ends).toEqual([]);
    expect(ended?.facts).toMatchObject({
      orderId: resting.orderId,
      reason: 'cancelled',
      wallet: 'margin-cross',
    });
    expect(noticeLink(ended!)).toBe('/account/entrust/margin-all');
    // orders of the sale are the sale's, and a second mail waits until a burst is over
    expect((await toldTo(house, person)).map(({ kind }) => kind).sort()).toEqual(
      ['order-filled', 'margin-call', 'forced-sale', 'order-ended'].sort(),
    );
    expect(await mailed(house, person)).toEqual([['margin-call'], ['forced-sale']]);
    const receipt = JSON.parse(records[1]!.receipt);
    expect(receipt.risk.debts).toMatchObject([
      { assetId: BTC, priceTicks: 7_600_000, haircutPpm: 1_000_000 },
    ]);
    expect(records[1]!.riskRate).toMatch(/^1\.0\d+$/);
    const orders = await client.call('borrowOrders', {
      params: { marginType: 'all', scope: 'all', limit: '5' },
    });
    expect(orders.records).toMatchObject([{ coin: 'BTC', status: 'sold', owed: '0', repaid: '1.5' }]);
  });
});

describe('the private socket', () => {
  it('tells a borrower of the risk rate as it moves, of calls and of balances', async () => {
    const person = await borrower();
    const heard: PrivateServerMessage[] = [];
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/ws/coin/${person.userId}`);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 'auth', token: person.token })));
    socket.addEventListener('message', ({ data }) =>
      heard.push(privateServerMessageSchema.parse(JSON.parse(String(data)))),
    );
    const accounts = () => heard.flatMap((message) => (message.type === 'margin' ? [message.accounts] : []));
    await expect.poll(() => accounts().length).toBeGreaterThan(0);
    expect(accounts()[0]!.map(({ type, symbol }) => [type, symbol])).toEqual([
      ['all', null],
      ['fixed', 'BTCUSDT'],
    ]);
    await person.client.call('allBorrow', { body: { coin: 'USDT', amount: '60000' } });
    const risk = () =>
      accounts()
        .at(-1)
        ?.find(({ type }) => type === 'all')?.riskRate;
    await expect.poll(risk).toBe('1.791648');
    const at = (priceTicks: number): Command =>
      ({
        type: 'indexTick',
        tickNo: margin.nextTickNo(),
        quotes: [
          {
            venueId: 1,
            symbolId: BTCUSDT,
            bidTicks: priceTicks,
            askTicks: priceTicks,
            venueTimeMs: house.now(),
          },
        ],
      }) as never;
    await system(at(1_200_000));
    await expect.poll(risk).toBe('1.189988');
    const notices = () => heard.filter((message) => message.type === 'marginNotice');
    await expect.poll(() => notices().length).toBeGreaterThan(0);
    expect(notices()).toMatchObject([
      { notice: { kind: 'call', type: 'all', symbol: null, saleId: null, riskRate: '1.189988' } },
    ]);
    const ordered = person.client.call('marginExchange', {
      params: { marginType: 'fixed', side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '11000', quantity: '0.01' },
    });
    const { orderId } = await ordered;
    const orders = () => heard.flatMap((message) => (message.type === 'order' ? [message.order] : []));
    await expect.poll(orders).toMatchObject([{ orderId, wallet: 'margin-isolated', status: 'open' }]);
    expect(heard).toContainEqual(
      expect.objectContaining({
        type: 'balance',
        balance: expect.objectContaining({ wallet: 'margin-cross', asset: 'USDT' }),
      }),
    );
    socket.close();
  });
});
