import { type Call, calls, callUrl, REQUEST_WINDOW_MS } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { actsElsewhere } from './support/acts-elsewhere.ts';
import { offerFinance } from './support/finance.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, BTCUSDT, HOUSE, indexTick, USDT } from './support/listing.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';
import { offerSeconds } from './support/seconds.ts';
import { offerStaking } from './support/staking.ts';

/** Acts that are of no product. */
/** Acts of mining answer with the node as it stands: `mining-keys.test.ts` sees that a repeated one moves nothing. */
const MINING = ['lockMining', 'unlockMining', 'claimMining', 'quoteMiningConversion', 'convertMining'];
const ELSEWHERE = [...actsElsewhere, ...MINING];

const coins = (whole: bigint) => (whole * 100_000_000n) as Amount;

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** An act with the answer that its key was first given. */
interface Done {
  readonly name: string;
  readonly answer: string;
  repeat(headers?: Readonly<Record<string, string>>): Promise<string>;
}

let database: FreshDatabase;
let house: House;
let ticker: NodeJS.Timeout;
const done: Done[] = [];

async function system(body: Command, userId = 0): Promise<void> {
  const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

/** The index at 50,000 at every place of the grid. */
function startTicks(): NodeJS.Timeout {
  let lastTickNo = 1;
  return setInterval(() => {
    const tickNo = Math.floor(Date.now() / INDEX_GRID_MS);
    if (tickNo === lastTickNo) return;
    lastTickNo = tickNo;
    const body = indexTick(tickNo, Date.now());
    void house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  }, 50);
}

async function open(): Promise<void> {
  house = await openHouse({ database });
  ticker = startTicks();
}

async function close(): Promise<void> {
  clearInterval(ticker);
  await house.stop();
}

beforeAll(async () => {
  database = await freshDatabase();
  await open();
  await system({ type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: coins(1_000_000n) });
  for (const assetId of [BTC, USDT]) {
    const terms = { assetId, borrowable: true, hourlyRatePpb: 10_000, haircutPpm: 900_000 };
    await system({ type: 'setMarginAsset', ...terms, maxBorrow: coins(100_000n) });
  }
  for (const symbolId of [0, BTCUSDT]) {
    await system({
      type: 'setMarginTerms',
      symbolId,
      valueAssetId: USDT,
      maxLeverage: 5,
      transferPpm: 2_000_000,
      callPpm: 1_200_000,
      liquidationPpm: 1_100_000,
      saleBandPpm: 50_000,
    });
  }
  const swaps = {
    type: 'setSwapTerms',
    spreadPpm: 1_000,
    reason: 'a test',
    minAmount: 1_000n as Amount,
  } as const;
  for (const [assetId, symbolId] of [
    [USDT, 0],
    [BTC, BTCUSDT],
  ] as const) {
    await system({ type: 'fundSwaps', assetId, amount: coins(100n), fromUserId: 0, reason: 'a test' });
    await system({ ...swaps, assetId, symbolId, maxAmount: coins(50n), maxInventory: coins(10_000n) });
  }
  const loans = { type: 'offerLoan', assetId: USDT, method: 'equal', cycle: 'month', cycleCount: 1 } as const;
  const rates = { instalments: 3, dailyPpm: 300, overduePpm: 450, overdueCapPpm: 100_000 };
  const bounds = { minAmount: coins(1n), maxAmount: coins(1_000n), opensMs: 0 };
  await system({
    type: 'fundLoanPool',
    assetId: USDT,
    amount: coins(5_000n),
    fromUserId: 0,
    reason: 'a test',
  });
  await system({ ...loans, ...rates, ...bounds, reason: 'a test' });
  await offerSeconds(house);
  await offerStaking(house, { assetId: USDT });
  await offerFinance(house, { assetId: USDT, lockDays: 0 });
});
afterAll(async () => {
  await close();
  await database.drop();
});

/** Headers of a request that was begun an hour ago. */
const late = () => ({ 'request-time': String(house.now() - 3_600_000), 'request-window': '5000' });

/** The acts of a person, each under a key of its own that is kept with its answer. */
function actor(person: Person) {
  const ask = (call: Call, { params = {}, query, body }: Input, key: string | null, more: object = {}) => {
    const path = call.path
      .replace('{head}', 'v1')
      .replace(/\{(\w+)\}/g, (_, name: string) => params[name] as string);
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    return send(house, call.method, path + search, {
      token: person.token,
      ...(body === undefined ? {} : { body }),
      headers: { ...(key === null ? {} : { 'idempotency-key': key }), ...more },
    });
  };
  /** Without a key: it only moves the world on. */
  const also = async (name: keyof typeof calls, input: Input) => {
    const { code, text, data } = await ask(calls[name], input, null);
    expect(code, `${name}: ${text}`).toBe(200);
    return data as Record<string, never>;
  };
  const act = async (name: keyof typeof calls, input: Input, refused: string | null = null) => {
    const key = `key-${done.length}`;
    if (refused === null) {
      const tooLate = await ask(calls[name], input, `late-${key}`, late());
      expect(tooLate.data, name).toEqual({ key: 'REQUEST_LATE' });
    }
    const first = await ask(calls[name], input, key);
    if (refused === null) expect(first.code, `${name}: ${first.text}`).toBe(200);
    else expect(first.data).toMatchObject({ key: refused });
    done.push({
      name: `${done.length} ${name}`,
      answer: first.text,
      repeat: async (headers) => (await ask(calls[name], input, key, headers)).text,
    });
    return first.data as Record<string, never>;
  };
  return { ...person, act, also };
}

type Actor = ReturnType<typeof actor>;

const newActor = async (to: string, amount = '4000'): Promise<Actor> => {
  const made = actor(await newPerson(house));
  await made.act('transfer', { query: { from: '1', to, coin: 'USDT', amount } });
  return made;
};

const PERP = 'BTCUSDT-PERP';
const limit = (price: string, quantity: string) => ({ symbol: PERP, type: 'limit', price, quantity });
const market = (quantity: string) => ({ symbol: PERP, type: 'market', quantity });
const side = (positionSide: 'long' | 'short', body: object) => ({ params: { positionSide }, body });

async function positionOf({
  client,
}: Person): Promise<{ readonly id: number; readonly openInterest: string }> {
  const { records } = await client.call('contractPositionList');
  expect(records).toHaveLength(1);
  return records[0]!;
}

/** Every act with contracts, and everything that they concerned over in the end. */
async function actWithContracts(): Promise<void> {
  const [long, short, bidder] = [await newActor('2'), await newActor('2'), await newActor('2')];
  await short.act('openContract', side('short', { ...limit('50000', '30'), leverage: 5 }));
  const first = { direction: 1, ...market('20'), leverage: 10, marginMode: 'isolated' };
  await long.act('contractOrderSubmit', { body: first });
  await long.act(
    'contractOrderSubmit',
    { body: { ...first, leverage: 150 } },
    'PERPETUAL_LEVERAGE_ABOVE_MAXIMUM',
  );
  await long.act('updateContractLeverage', { body: { symbol: PERP, leverageRadio: 8 } });
  const { id } = await positionOf(long);
  const ofPosition = { id: String(id) };
  await long.act('contractAdjustAmount', { query: { ...ofPosition, money: '50', flag: 'add' } });
  await long.act('updateBond', { body: { id, money: '10', flag: 'reduce' } });
  await long.act('updateBond', { body: { id, money: '900', flag: 'reduce' } }, 'PERPETUAL_MARGIN_TOO_LOW');
  const both = await long.act('contractLossSett', { body: { id, stopProfit: '52000', stopLoss: '47000' } });
  await long.act('contractLossSett', { body: { id, stopLoss: '48000', quantity: '5', triggerBy: 'last' } });
  await long.act('contractLossSett', { body: { id, stopLoss: '51000' } }, 'PERPETUAL_STOPS_WRONG_SIDE');
  const [stop] = (both as unknown as { records: { id: number }[] }).records;
  await long.act('contractLossCancel', { query: { id: String(stop?.id) } });
  const resting = await long.act('openContract', side('long', limit('48500', '2')));
  await long.act('contractOrderCancel', { query: { id: String(resting.orderId) } });
  await long.act('openContract', side('long', { ...limit('48500', '3'), clientOrderId: 'mine' }));
  await long.act('cancelContract', { body: {} });
  await bidder.act('openContract', side('long', limit('49990', '15')));
  await long.act('closeContract', side('long', market('5')));
  await long.act('contractStopOrder', { query: ofPosition });
  // ten were bid for: what is left is closed once somebody bids again
  await bidder.also('openContract', side('long', limit('49980', '40')));
  await bidder.also('openContract', side('short', limit('50010', '5')));
  await long.act('reversePosition', { body: { id, quantity: '4' } }, 'PERPETUAL_POSITION_CHANGED');
  const turned = await long.act('reversePosition', { body: { id, quantity: '5' } });
  expect(turned).toMatchObject({ positionSide: 'short', closedQuantity: '5', openedQuantity: '5' });
  const closed = await long.act('oneKeyClose', { body: { oneKeySymbolNameList: [] } });
  expect(closed).toEqual({ positions: 1, open: [] });
  await long.act('contractStopOrder', { query: ofPosition }, 'PERPETUAL_UNKNOWN_POSITION');
  await long.act('updateMarginMode', { body: { symbol: PERP, marginMode: 'cross' } });
  await long.act('updatePositionMode', { body: { positionMode: 'long-short' } });
  // an order of one who hedges names its side
  await long.act('openContract', side('long', limit('48500', '2')));
  await long.also('cancelContract', { body: {} });
  await long.also('updatePositionMode', { body: { positionMode: 'one-way' } });
  await long.also('updateContractLeverage', { body: { symbol: PERP, leverageRadio: 3 } });
  await long.also('updateMarginMode', { body: { symbol: PERP, marginMode: 'isolated' } });
  await long.also('updatePositionMode', { body: { positionMode: 'long-short' } });
  expect((await long.client.call('contractPositionList')).records).toEqual([]);
}

/** The house sells one and bids for one, near 50,000. */
const quotes: Command = {
  type: 'massQuote',
  symbolId: BTCUSDT,
  levels: [
    { side: 'sell', priceTicks: 5_001_000 as PriceTicks, lots: 100_000 as Lots },
    { side: 'buy', priceTicks: 4_999_000 as PriceTicks, lots: 100_000 as Lots },
  ],
};

/** Every act with spot orders; none is open in the end. */
async function actOnSpot(): Promise<void> {
  const { client, act, also } = actor(await newPerson(house));
  const spot = (price: string, quantity: string) => ({ symbol: 'BTCUSDT', type: 'limit', price, quantity });
  const buy = (body: object) => ({ params: { side: 'buy' }, body });
  const resting = await act('exchange', buy(spot('49000', '0.01')));
  await act('amendEntrust', { body: { symbol: 'BTCUSDT', orderId: resting.orderId, price: '49100' } });
  await act('cancelEntrust', { body: { orderId: resting.orderId } });
  // how an order ended is read from the history, so a repeat says less while that stands still
  const again = client.call('cancelEntrust', { body: { orderId: resting.orderId } });
  expect(['ORDER_CANCELLED', 'UNKNOWN_ORDER']).toContain((await refusal(again)).key);
  await act('exchange', buy({ ...spot('49000', '0.01'), clientOrderId: 'mine' }));
  await act('cancelEntrust', { body: { clientOrderId: 'mine' } });
  await act('exchange', buy({ symbol: 'BTCUSDT', type: 'market', quoteAmount: '100' }));
  await act('exchange', buy(spot('49000', '5')), 'INSUFFICIENT_BALANCE');
  await act('exchange', buy({ ...spot('51000', '0.01'), triggerKind: 'stop', triggerPrice: '50900' }));
  const oco = { ...spot('49000', '0.01'), type: undefined, triggerPrice: '51000', stopPrice: '51100' };
  await act('exchangeOco', buy(oco));
  await act('cancelAllEntrust', { body: {} });
  const legacy = await act('currencyOrderSubmit', { body: { side: 'buy', ...spot('48000', '0.02') } });
  await act('currencyOrderAmend', { body: { symbol: 'BTCUSDT', orderId: legacy.orderId, quantity: '0.01' } });
  await act('currencyOrderCancel', { query: { id: String(legacy.orderId) } });
  await act('currencyOrderOco', { body: { side: 'buy', ...oco } });
  await act('takePracticeFunds', { body: { coin: 'ETH', amount: '1' } });
  await also('cancelAllEntrust', { body: {} });
  const params = { scope: 'open', symbol: 'all', limit: '10' } as const;
  expect((await client.call('entrustLog', { params })).records).toEqual([]);
}

/** Every act with margin accounts; nothing is owed in the end. */
async function actOnMargin(): Promise<void> {
  const { client, act, also } = await newActor('4', '3000');
  await act('allBorrow', { body: { coin: 'USDT', amount: '1000' } });
  await act('allBorrow', { body: { coin: 'USDT', amount: '90000' } }, 'MARGIN_RISK_TOO_HIGH');
  await act('allStill', { body: { coin: 'USDT', amount: '400' } });
  const order = { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.001' };
  const buy = (marginType: string) => ({ params: { marginType, side: 'buy' }, body: order });
  await act('marginExchange', buy('all'));
  await act('marginCancelAll', { params: { marginType: 'all' }, body: {} });
  await act('allStill', { body: { coin: 'USDT' } });
  await act('allStill', { body: { coin: 'USDT' } }, 'MARGIN_NO_DEBT');
  const isolated = { from: '1', to: '6', toSymbol: 'BTCUSDT', coin: 'USDT', amount: '2000' };
  await act('transfer', { query: isolated });
  await act('fixedUpdateLeverageRadio', { body: { symbol: 'BTCUSDT', leverage: 3 } });
  await act('fixedBorrow', { body: { symbol: 'BTCUSDT', coin: 'USDT', amount: '500' } });
  await act('fixedStill', { body: { symbol: 'BTCUSDT', coin: 'USDT', amount: '200' } });
  await act('marginExchange', { ...buy('fixed'), body: { ...order, sideEffectType: 'autoRepay' } });
  await also('marginCancelAll', { params: { marginType: 'fixed' }, body: {} });
  await also('fixedStill', { body: { symbol: 'BTCUSDT', coin: 'USDT' } });
  await also('fixedUpdateLeverageRadio', { body: { symbol: 'BTCUSDT', leverage: 2 } });
  for (const marginType of ['all', 'fixed'] as const) {
    const params = { marginType, scope: 'open', limit: '10' } as const;
    expect((await client.call('borrowOrders', { params })).records).toEqual([]);
  }
}

/** A quote and the swap at it; both are over in the end. */
async function actOnSwaps(): Promise<void> {
  const { act, also } = actor(await newPerson(house));
  const quoted = await act('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '25' } });
  expect(await act('acceptSwap', { body: { id: quoted.id } })).toMatchObject({ id: quoted.id, amount: '25' });
  await also('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '10' } });
}

/** An order that is renewed at will, and redeemed in the end. */
async function actOnStaking(): Promise<void> {
  const { client, act } = actor(await newPerson(house));
  const { offers } = await client.call('getPledgeProducts');
  const { offerId, termsHash } = offers[0]!;
  const { id } = await act('createPledge', { body: { offerId, amount: '25', termsHash } });
  await act('setPledgeRenewal', { body: { id, autoRenew: true } });
  expect(await act('redeemPledge', { body: { id } })).toMatchObject({ id, status: 'redeemed' });
}

/** An order of a finance product that is left. */
async function actOnFinance(): Promise<void> {
  const { client, act } = actor(await newPerson(house));
  const { offers } = await client.call('getFinanceProducts');
  const { offerId, termsHash } = offers[0]!;
  const { id } = await act('createFinance', { body: { offerId, amount: '25', termsHash } });
  expect(await act('redeemFinance', { body: { id } })).toMatchObject({ id, status: 'redeemed' });
}

/** A loan that is repaid in part and then as a whole. */
async function actOnLoans(): Promise<void> {
  const person = await newPerson(house);
  const { act } = actor(person);
  const credit = { kyc: 'advanced', memberDays: 365 } as const;
  const amount = coins(100n);
  await system({
    type: 'payOutLoan',
    accountUserId: person.userId,
    offerId: 1,
    amount,
    applicationId: 1,
    ...credit,
  });
  const [loan] = (await person.client.call('getLoans')).loans;
  await act('repayLoan', { body: { id: loan!.id, amount: '40' } });
}

/** Every act with second contracts. The result resolves when they are over, which the read models show. */
async function actOnSeconds(): Promise<() => Promise<void>> {
  const { client, act, also } = await newActor('3', '200');
  const order = { symbol: 'BTCUSDT', direction: 'up', periodSeconds: 5, quantity: 10 };
  await act('createSecondContractOrder', { body: order });
  await act('createSecondContractOrder', { body: { ...order, quantity: 5, clientOrderId: 'mine' } });
  await act('setSecondContractLimits', { body: { dailyLossLimit: '60' } });
  await act('createSecondContractOrder', { body: { ...order, quantity: 100 } }, 'SECONDS_LOSS_LIMIT');
  await also('setSecondContractLimits', { body: { dailyLossLimit: '50' } });
  return () =>
    expect
      .poll(
        () =>
          client
            .call('secondContractOrderList', { body: { scope: 'history' } })
            .then(({ records }) => records),
        {
          timeout: PATIENCE_MS,
          interval: 250,
        },
      )
      .toHaveLength(2);
}

/** Has the read models stand still until the returned function is called: read by all, written by nobody. */
async function holdHistory(): Promise<() => Promise<void>> {
  const holder = await house.pool.connect();
  const { rows } = await holder.query<{ name: string }>(
    "SELECT format('projections.%I', tablename) AS name FROM pg_tables WHERE schemaname = 'projections'",
  );
  await holder.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN SHARE MODE`);
  house.letHistoryTrail();
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}

async function answers(
  headers?: Readonly<Record<string, string>>,
): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = [];
  for (const act of done) found.push([act.name, await act.repeat(headers)]);
  return found;
}

describe('a key that was used', () => {
  it('is answered while the read models stand still, alike when what it did is over, and after a restart', async () => {
    await system(quotes, HOUSE);
    // no act of any product waits for them
    const release = await holdHistory();
    const acting = [
      actOnSeconds(),
      actWithContracts(),
      actOnSpot(),
      actOnMargin(),
      actOnSwaps(),
      actOnStaking(),
      actOnFinance(),
      actOnLoans(),
    ] as const;
    const [secondsOver] = await Promise.all(acting).finally(release);
    await secondsOver();
    const first = done.map(({ name, answer }) => [name, answer]);
    const tried = new Set(done.map(({ name }) => name.split(' ')[1]));
    const acts = Object.values(calls).filter((call) => call.act && !tried.has(call.name));
    expect(acts.map(({ name }) => name).toSorted()).toEqual(ELSEWHERE.toSorted());
    const sequence = house.engine.status().committedSeq;
    expect(await answers(late())).toEqual(first);
    await close();
    await open();
    expect(house.engine.status().committedSeq).toBeGreaterThanOrEqual(sequence);
    expect(await answers()).toEqual(first);
    for (const { sum } of await house.engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  });

  it('does not begin an act after its time, and refuses times that cannot be', async () => {
    const { token } = await newPerson(house);
    const ask = async (path: string, headers: object, method = 'GET', body?: object) => {
      const answer = await send(house, method, path, { token, headers: { ...headers }, body });
      return { key: (answer.data as { key?: string } | null)?.key ?? answer.code, answer };
    };
    const url = callUrl(calls.addOptional, 'v1', { params: { symbolId: BTCUSDT, flag: '1' } });
    expect((await ask(url, late())).key).toBe('REQUEST_LATE');
    const nowMs = house.now();
    expect((await ask(url, { 'request-time': String(nowMs + 60_000) })).key).toBe('REQUEST_TIME_AHEAD');
    for (const headers of [
      { 'request-time': 'yesterday' },
      { 'request-window': '5000' },
      { 'request-time': String(nowMs), 'request-window': '60001' },
      { 'request-time': `-${nowMs}` },
    ])
      expect((await ask(url, headers)).key, JSON.stringify(headers)).toBe('REQUEST_TIME_INVALID');
    // a request that names no time has the usual window from when it came: the core begins nothing later
    const submit = vi.spyOn(house.engine, 'submit');
    const order = { body: { symbol: 'BTCUSDT', type: 'limit', price: '20000', quantity: '0.001' } };
    const buy = callUrl(calls.exchange, 'v1', { params: { side: 'buy' } });
    await send(house, calls.exchange.method, buy, { token, ...order });
    const begun = house.now();
    // the house may deliver something of its own meanwhile
    const placed = submit.mock.calls.filter(([{ body }]) => body.type === 'placeOrder');
    for (const [{ notAfterMs }] of placed) {
      expect(notAfterMs).toBeGreaterThanOrEqual(nowMs + REQUEST_WINDOW_MS);
      expect(notAfterMs).toBeLessThanOrEqual(begun + REQUEST_WINDOW_MS);
    }
    expect(placed).toHaveLength(1);
    submit.mockRestore();
    const { key, answer } = await ask(url, { 'request-time': String(nowMs), 'request-window': '60000' });
    expect(key).toBe(200);
    expect(Math.abs(Number(answer.headers.get('server-time')) - house.now())).toBeLessThan(60_000);
    for (const call of [calls.register, calls.setLanguage]) {
      const account = { type: 'account', account: 'too_late_1', password: 'correct-horse-9' };
      const body =
        call === calls.register ? { ...account, confirmPassword: account.password } : { language: 'de' };
      expect((await ask(call.path.replace('{head}', 'v1'), late(), 'POST', body)).key).toBe('REQUEST_LATE');
    }
  });

  it('is answered as unknown while the read models trail, and alike once they do not', async () => {
    const [long, short] = [await newActor('2'), await newActor('2')];
    await short.also('openContract', side('short', limit('50000', '5')));
    await long.also('openContract', side('long', market('5')));
    await short.also('openContract', side('long', limit('49990', '5')));
    const { id } = await positionOf(long);
    const release = await holdHistory();
    await long.act('contractStopOrder', { query: { id: String(id) } });
    const closing = done.at(-1)!;
    expect(JSON.parse(await closing.repeat())).toMatchObject({ data: { key: 'OUTCOME_UNKNOWN' } });
    await release();
    await expect.poll(() => closing.repeat()).toBe(closing.answer);
  });
});
