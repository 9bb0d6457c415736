import { closeCodes, privateServerMessageSchema, subjects } from '@candor/api';
import type { PlaceOrder, PlaceTrigger } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BTCUSDT, HOUSE } from '../api/support/listing.ts';
import { connect, ofType, type TestClient, until } from './client.ts';
import { openStage, type Stage, type StageOptions, tokenOf } from './stage.ts';

const limit = (side: 'buy' | 'sell', priceTicks: number, lots: number): PlaceOrder => ({
  type: 'placeOrder',
  symbolId: BTCUSDT,
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  priceTicks: priceTicks as PriceTicks,
  lots: lots as Lots,
  quoteAmount: null,
  clientOrderId: null,
});

describe('private socket', () => {
  let stage: Stage;
  const open = async (options: StageOptions = {}): Promise<void> => {
    await stage?.stop();
    stage = await openStage(options);
  };
  const join = (userId: number, options = {}) => connect(`${stage.url}/ws/coin/${userId}`, options);
  const signIn = async (userId: number): Promise<TestClient> => {
    const client = await join(userId);
    client.send({ op: 'auth', token: tokenOf(userId) });
    await client.next(ofType('snapshot'));
    return client;
  };
  /** The refusal of user 1000's socket, as the log takes it. */
  const refusedTo = (who: string | null, why: string) => ({
    address: '127.0.0.1',
    who,
    call: 'private socket of user 1000',
    why,
  });
  /** All that came but heartbeats and what is open in contracts. */
  const heard = (client: TestClient) =>
    client.messages.filter(({ type }) => type !== 'ping' && type !== 'position');

  beforeEach(() => open());
  afterEach(async () => {
    await stage.stop();
  });

  it('reads an account for one user only so often, whichever sockets and addresses ask', async () => {
    // as good as none comes back while the test runs
    await open({ settings: { snapshotBudget: { burst: 3, perSecond: 1e-6 } } });
    for (let joins = 0; joins < 3; joins++) (await signIn(1000)).ws.terminate();
    const refused = await join(1000);
    refused.send({ op: 'auth', token: tokenOf(1000) });
    expect(await refused.next(ofType('error'))).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await refused.closed).toBe(closeCodes.rateLimited);
    expect(refused.messages.some(({ type }) => type === 'snapshot')).toBe(false);
    expect(stage.refusals).toEqual([refusedTo('user 1000', 'RATE_LIMITED')]);
    await signIn(1001);
  });

  it('says who is signed in, sends everything live, then fills, orders and balances as they are committed', async () => {
    await stage.submit(1000, limit('buy', 4_900_000, 20));
    const client = await signIn(1000);
    const [status, snapshot] = heard(client);
    expect(status).toMatchObject({ type: 'status', state: 'signed-in' });
    expect(snapshot).toMatchObject({
      orders: [{ symbol: 'BTCUSDT', side: 'buy', price: '49000.00', quantity: '0.00020', status: 'open' }],
    });
    expect(snapshot!.balances).toContainEqual({
      wallet: 'spot',
      symbol: null,
      asset: 'USDT',
      assetId: 1002,
      available: '999990.20000000',
      held: '9.80000000',
    });

    const { seq: restSeq } = await stage.submit(1000, {
      ...limit('sell', 5_000_000, 200),
      clientOrderId: 'mine',
    });
    const { seq: fillSeq } = await stage.submit(1001, limit('buy', 5_000_000, 100));
    await client.next(({ type, seq }) => type === 'balance' && seq === fillSeq);
    await until(() => heard(client).filter(({ seq }) => seq === fillSeq).length === 4, 'two balances');
    const rested = heard(client).filter(({ seq }) => seq === restSeq);
    expect(rested).toMatchObject([
      {
        type: 'order',
        order: { clientOrderId: 'mine', status: 'open', filledQuantity: '0.00000', doneReason: null },
      },
      { type: 'balance', balance: { asset: 'BTC', available: '999.99800000', held: '0.00200000' } },
    ]);
    const filled = heard(client).filter(({ seq }) => seq === fillSeq);
    expect(filled[0]).toMatchObject({
      type: 'fill',
      fill: {
        symbol: 'BTCUSDT',
        side: 'sell',
        price: '50000.00',
        quantity: '0.00100',
        quoteAmount: '50.00000000',
        fee: '0.05000000',
        feeAsset: 'USDT',
        liquidity: 'maker',
        house: false,
      },
    });
    expect(filled[1]).toMatchObject({
      type: 'order',
      order: { status: 'partially-filled', filledQuantity: '0.00100', filledQuote: '50.00000000' },
    });
    expect(filled.slice(2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ balance: expect.objectContaining({ asset: 'BTC', held: '0.00100000' }) }),
        expect.objectContaining({
          balance: expect.objectContaining({ asset: 'USDT', available: '1000040.15000000' }),
        }),
      ]),
    );
    for (const message of client.messages)
      expect(privateServerMessageSchema.safeParse(message).error).toBeUndefined();
    expect(stage.errors).toEqual([]);
  });

  it('tells how orders end, of a market order too, and names the house as the counterparty', async () => {
    const levels = [{ side: 'sell' as const, priceTicks: 5_000_000 as PriceTicks, lots: 100 as Lots }];
    await stage.submit(HOUSE, { type: 'massQuote', symbolId: BTCUSDT, levels });
    const client = await signIn(1000);
    const market: PlaceOrder = {
      ...limit('buy', 0, 150),
      orderType: 'market',
      timeInForce: 'IOC',
      priceTicks: null,
    };
    const { seq: takenSeq } = await stage.submit(1000, market);
    const { outcome } = await stage.submit(1000, limit('buy', 4_800_000, 100));
    if (!outcome.ok) throw new Error(outcome.code);
    const cancel = { type: 'cancelOrder', orderId: idOf(outcome), clientOrderId: null } as const;
    const { seq: cancelSeq } = await stage.submit(1000, cancel);
    await client.next(({ type, seq }) => type === 'order' && seq === cancelSeq);
    const orderAt = (seq: number) =>
      heard(client).find((message) => message.type === 'order' && message.seq === seq);
    expect(heard(client).find(ofType('fill'))).toMatchObject({
      fill: { liquidity: 'taker', house: true, feeAsset: 'BTC', fee: '0.00000200' },
    });
    expect(orderAt(takenSeq)).toMatchObject({
      order: {
        orderType: 'market',
        price: null,
        status: 'expired',
        filledQuantity: '0.00100',
        doneReason: 'expired',
      },
    });
    expect(orderAt(cancelSeq)).toMatchObject({ order: { status: 'cancelled', doneReason: 'cancelled' } });

    const again = await signIn(1000);
    expect(again.messages.find(ofType('snapshot'))).toMatchObject({ orders: [] });
  });

  it('tells nobody of the account of another', async () => {
    const [mine, other] = [await signIn(1000), await signIn(1001)];
    const before = heard(other).length;
    const { seq } = await stage.submit(1000, limit('buy', 4_900_000, 100));
    await mine.next(({ type, seq: at }) => type === 'balance' && at === seq);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard(other).slice(before)).toEqual([]);
  });

  it.each([
    ['of another user', tokenOf(1001), 'user 1001', 'NOT_PERMITTED'],
    ['that is none', 'nonsense', null, 'SIGNED_OUT'],
  ])('shuts out a token %s', async (_, token, who, why) => {
    const client = await join(1000);
    client.send({ op: 'auth', token });
    expect(await client.closed).toBe(closeCodes.unauthenticated);
    expect(heard(client)).toEqual([{ type: 'error', code: 'UNAUTHENTICATED' }]);
    await stage.submit(1000, limit('buy', 4_900_000, 100));
    expect(stage.realtime.stats()).toMatchObject({ authFailures: 1, followedAccounts: 0 });
    expect(stage.refusals).toEqual([refusedTo(who, why)]);
  });

  it('sends nothing before the token and closes who brings none in time, or brings other messages', async () => {
    await open({ settings: { authTimeoutMs: 4_000 } });
    const client = await join(1000);
    client.send('nonsense');
    client.send({ op: 'subscribe', channels: ['depth:BTCUSDT'] });
    client.send({ op: 'auth' });
    client.send({ op: 'ping' });
    await client.next(ofType('pong'));
    await stage.submit(1000, limit('buy', 4_900_000, 100));
    expect(await client.closed).toBe(closeCodes.authTimeout);
    expect(stage.refusals).toEqual([refusedTo(null, 'SIGNED_OUT')]);
    expect(heard(client).map(({ type, code }) => code ?? type)).toEqual([
      'MALFORMED',
      'MALFORMED',
      'MALFORMED',
      'pong',
      'UNAUTHENTICATED',
    ]);
  });

  it('takes only the first token', async () => {
    const client = await signIn(1000);
    client.send({ op: 'auth', token: 'nonsense' });
    client.send({ op: 'ping' });
    await client.next(ofType('pong'));
    expect(heard(client).map(({ type }) => type)).toEqual(['status', 'snapshot', 'pong']);
  });

  it('asks to come again when sessions cannot be told', async () => {
    const client = await join(1000);
    client.send({ op: 'auth', token: 'unavailable' });
    expect(await client.closed).toBe(1011);
    expect(stage.errors).toHaveLength(1);
  });

  it('closes when the session ends, and leaves other sessions of the user', async () => {
    stage.tokens.set('other-device', 1000);
    const client = await signIn(1000);
    const other = await join(1000);
    other.send({ op: 'auth', token: 'other-device' });
    await other.next(ofType('snapshot'));
    stage.tokens.delete(tokenOf(1000));
    stage.bus.publish(subjects.sessionEnded(1000), null);
    expect(await client.closed).toBe(closeCodes.signedOut);
    expect(heard(client).at(-1)).toMatchObject({ type: 'status', state: 'signed-out' });
    await stage.submit(1000, limit('buy', 4_900_000, 100));
    await other.next(ofType('order'));
    other.ws.close();
    await until(() => stage.realtime.stats().followedAccounts === 0, 'nobody followed');
  });

  it('notices by itself that a session has run out', async () => {
    await open({ settings: { sessionCheckMs: 50 } });
    const client = await signIn(1000);
    stage.tokens.delete(tokenOf(1000));
    expect(await client.closed).toBe(closeCodes.signedOut);
  });

  it('sends everything again when committed commands were missed', async () => {
    const client = await signIn(1000);
    stage.losesBatch = () => true;
    await stage.submit(1000, limit('buy', 4_900_000, 100));
    stage.losesBatch = () => false;
    await stage.submit(1001, limit('buy', 4_900_000, 100));
    expect(await client.next(ofType('snapshot'))).toMatchObject({ orders: [{ price: '49000.00' }] });
  });

  it('tells of orders that wait, of their firing under their ids, and of the end of a twin', async () => {
    const stop: PlaceTrigger = {
      ...limit('sell', 4_890_000, 100),
      type: 'placeTrigger',
      kind: 'stop',
      source: 'last',
      triggerTicks: 4_900_000 as PriceTicks,
      callbackPpm: null,
      callbackTicks: null,
      activationTicks: null,
    };
    const first = await stage.submit(1000, stop);
    const client = await signIn(1000);
    const snapshot = heard(client).find(ofType('snapshot'));
    expect(snapshot).toMatchObject({
      orders: [
        { status: 'waiting', trigger: { kind: 'stop', source: 'last', price: '49000.00' }, rejectKey: null },
      ],
    });
    const pair = await stage.submit(1000, {
      type: 'placeOco',
      symbolId: BTCUSDT,
      side: 'sell',
      priceTicks: 5_100_000 as PriceTicks,
      lots: 100 as Lots,
      clientOrderId: null,
      source: 'last',
      triggerTicks: 4_800_000 as PriceTicks,
      stopPriceTicks: 4_790_000 as PriceTicks,
      stopQuoteAmount: null,
      stopClientOrderId: null,
    });
    const twin = await stage.submit(1001, limit('buy', 5_100_000, 40));
    await stage.submit(HOUSE, limit('buy', 4_900_000, 20));
    const fired = await stage.submit(1001, limit('sell', 4_900_000, 20));
    await client.next(({ type, seq }) => type === 'order' && seq === fired.seq);
    const orders = (seq: number) =>
      heard(client).flatMap((message) =>
        message.seq === seq && message.type === 'order' ? [message.order] : [],
      );
    const limitId = pair.outcome.ok ? idOf(pair.outcome) : 0;
    expect(orders(pair.seq)).toMatchObject([
      { orderId: limitId, status: 'open', twinOrderId: limitId + 1 },
      { orderId: limitId + 1, status: 'waiting', twinOrderId: limitId },
    ]);
    expect(orders(twin.seq)).toMatchObject([
      { orderId: limitId, status: 'partially-filled' },
      { orderId: limitId + 1, status: 'cancelled', doneReason: 'twin' },
    ]);
    const firstId = first.outcome.ok ? idOf(first.outcome) : 0;
    expect(orders(fired.seq)).toMatchObject([{ orderId: firstId, status: 'open', price: '48900.00' }]);
  });

  it('tells of an order that was changed, and the public book follows', async () => {
    const { outcome } = await stage.submit(1000, limit('buy', 4_500_000, 100));
    const client = await signIn(1000);
    const orderId = outcome.ok ? idOf(outcome) : 0;
    const { seq } = await stage.submit(1000, {
      type: 'amendOrder',
      symbolId: BTCUSDT,
      orderId,
      clientOrderId: null,
      priceTicks: 4_600_000 as PriceTicks,
      lots: 60 as Lots,
      quoteAmount: null,
      triggerTicks: null,
    });
    const message = await client.next((heard) => heard.type === 'order' && heard.seq === seq);
    expect(message).toMatchObject({
      order: { orderId, price: '46000.00', quantity: '0.00060', status: 'open' },
    });
    expect(stage.realtime.depthSnapshot('BTCUSDT', 5)).toMatchObject({ b: [['46000.00', '0.00060', '0']] });
  });
});
