import {
  type PrivateServerMessage,
  privateServerMessageSchema,
  publicServerMessageSchema,
} from '@candor/api';
import type { Command, PlacePerpetualOrder } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BTCPERP, indexTick, USDT } from '../api/support/listing.ts';
import { connect, ofChannel, ofType, type TestClient, until } from './client.ts';
import { openStage, type Stage, tokenOf } from './stage.ts';

const order = (side: 'buy' | 'sell', priceTicks: number, lots: number): PlacePerpetualOrder => ({
  type: 'placePerpetualOrder',
  symbolId: BTCPERP,
  positionSide: 'both',
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  reduceOnly: false,
  priceTicks: priceTicks as PriceTicks,
  lots: lots as Lots,
  clientOrderId: null,
  trigger: null,
  takeProfit: null,
  stopLoss: null,
  leverage: null,
  marginMode: null,
});

const toContracts: Command = {
  type: 'transfer',
  from: 'spot',
  to: 'contract',
  fromSymbolId: 0,
  toSymbolId: 0,
  assetId: USDT,
  amount: (10_000n * 10n ** 8n) as Amount,
};

describe('contracts over the sockets', () => {
  let stage: Stage;
  let tickNo = 100;
  const freshIndex = () => {
    tickNo += 1;
    return stage.submit(0, indexTick(tickNo, Date.now()));
  };
  const signIn = async (userId: number): Promise<TestClient> => {
    const client = await connect(`${stage.url}/ws/coin/${userId}`);
    client.send({ op: 'auth', token: tokenOf(userId) });
    await client.next(ofType('snapshot'));
    return client;
  };

  beforeEach(async () => {
    stage = await openStage();
    await stage.submit(1000, toContracts);
    await stage.submit(1001, toContracts);
    await freshIndex();
  });
  afterEach(async () => {
    expect(stage.errors).toEqual([]);
    await stage.stop();
  });

  it('tell a user what is open in contracts: at first, and after each change, and each fill', async () => {
    const client = await signIn(1000);
    const first = await client.next(ofType('position'));
    expect(first).toMatchObject({ positions: [], orders: [], account: { walletBalance: '10000' } });
    const { outcome } = await stage.submit(1000, order('sell', 5_000_000, 10));
    expect(outcome).toMatchObject({ ok: true, status: 'open' });
    const withOrder = await client.next(
      (message) => message.type === 'position' && (message.orders as unknown[]).length === 1,
    );
    expect(withOrder.orders).toMatchObject([
      { symbol: 'BTCUSDT-PERP', direction: 2, quantity: '10', price: '50000.00', status: 'open' },
    ]);
    const taken = await stage.submit(1001, order('buy', 5_000_000, 4));
    const fill = await client.next(ofType('contractFill'));
    expect(fill).toMatchObject({
      seq: taken.seq,
      fill: { symbol: 'BTCUSDT-PERP', side: 'sell', positionSide: 'short', quantity: '4', role: 'maker' },
    });
    const withPosition = await client.next(
      (message) => message.type === 'position' && (message.positions as unknown[]).length === 1,
    );
    expect(withPosition).toMatchObject({
      positions: [{ positionSide: 'short', openInterest: '4', averageOpenPrice: '50000' }],
      orders: [{ tradedQuantity: '4', status: 'partially-filled' }],
    });
    for (const message of client.messages) {
      expect(privateServerMessageSchema.safeParse(message).error).toBeUndefined();
    }
    const others = await signIn(1002);
    await stage.submit(1002, toContracts);
    await others.next(ofType('position'));
    const seen = others.messages as unknown as PrivateServerMessage[];
    expect(seen.filter(({ type }) => type === 'contractFill')).toEqual([]);
  });

  it('tell a user which orders wait for which price, and what became of them', async () => {
    const client = await signIn(1000);
    const trigger = { triggerTicks: 5_100_000 as PriceTicks, source: 'mark' } as const;
    const { outcome } = await stage.submit(1000, { ...order('buy', 4_900_000, 10), trigger });
    expect(outcome.ok).toBe(true);
    const orders = (status: string) => (message: Record<string, unknown>) =>
      message.type === 'position' &&
      (message.orders as { status: string }[]).some((shown) => shown.status === status);
    const waiting = await client.next(orders('waiting'));
    expect(waiting.orders).toMatchObject([
      { triggerPrice: '51000.00', triggerBy: 'mark', price: '49000.00' },
    ]);
    expect(privateServerMessageSchema.safeParse(waiting).error).toBeUndefined();
    // its place on the grid: prices of a time that is past fire nothing
    await stage.submit(0, indexTick(Math.floor(Date.now() / INDEX_GRID_MS), Date.now(), 51_200));
    expect((await client.next(orders('open'))).orders).toMatchObject([
      { triggerPrice: '51000.00', triggerBy: 'mark' },
    ]);
  });

  it('tell everybody marks, index, funding and open interest of a contract, and its book', async () => {
    const client = await connect(`${stage.url}/ws/abc`);
    client.send({
      op: 'subscribe',
      channels: ['contract:BTCUSDT-PERP', 'depth:BTCUSDT-PERP', 'kline:BTCUSDT-PERP:1m', 'contract:BTCUSDT'],
    });
    expect(await client.next(ofType('error'))).toMatchObject({
      code: 'UNKNOWN_CHANNEL',
      ch: 'contract:BTCUSDT',
    });
    await freshIndex();
    const state = await client.next(ofChannel('contract:BTCUSDT-PERP'));
    expect(state).toMatchObject({
      data: { symbol: 'BTCUSDT-PERP', markPrice: '50000.00', indexPrice: '50000.00', openInterest: '0' },
    });
    const { nextFundingTime } = state.data as { nextFundingTime: number };
    expect(nextFundingTime % (8 * 3_600_000)).toBe(0);
    await stage.submit(1000, order('sell', 5_000_100, 10));
    await stage.submit(1001, order('buy', 5_000_100, 4));
    const held = await client.next(
      (message) =>
        message.ch === 'contract:BTCUSDT-PERP' &&
        (message.data as { openInterest: string }).openInterest === '4',
    );
    expect(publicServerMessageSchema.safeParse(held).error).toBeUndefined();
    await until(
      () =>
        client.messages.some(
          ({ ch, a }) =>
            ch === 'depth:BTCUSDT-PERP' && JSON.stringify(a) === JSON.stringify([['50001.00', '6', '0']]),
        ),
      'the rest of the order in the book',
    );
  });
});
