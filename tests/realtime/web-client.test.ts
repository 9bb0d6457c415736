import { type PublicTrade, subjects } from '@candor/api';
import type { PlaceOrder } from '@candor/kernel';
import { type Lots, lotsToDecimal, type PriceTicks, ticksToDecimal } from '@candor/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountData } from '../../apps/web/data/account-data.ts';
import { createMarketData, type MarketData } from '../../apps/web/data/market/market-data.ts';
import { BTC_STEPS, BTCUSDT } from '../api/support/listing.ts';
import { until } from './client.ts';
import { openStage, type Stage, tokenOf, USERS } from './stage.ts';

const bid = (priceTicks: number, lots: number): PlaceOrder => ({
  type: 'placeOrder',
  symbolId: BTCUSDT,
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  quoteAmount: null,
  clientOrderId: null,
  priceTicks: priceTicks as PriceTicks,
  lots: lots as Lots,
});

describe("the web app's data layer on the real sockets", () => {
  let stage: Stage;
  let market: MarketData;
  let sockets: WebSocket[];
  /** Messages that the network loses. */
  let loses: (text: string) => boolean;

  const createSocket = (url: string): WebSocket => {
    const socket = new WebSocket(url);
    sockets.push(socket);
    socket.addEventListener('message', (event) => {
      if (loses(String(event.data))) event.stopImmediatePropagation();
    });
    return socket;
  };
  const shownBids = () =>
    market.depths.get('BTCUSDT')?.bids.map(([price, quantity]) => [price, quantity]) ?? [];
  const trueBids = async () =>
    (await stage.engine.read((view) => view.spot.depth(BTCUSDT, 1_000).bids)).map(({ priceTicks, lots }) => [
      ticksToDecimal(priceTicks, BTC_STEPS),
      lotsToDecimal(lots, BTC_STEPS),
    ]);
  const agrees = async (): Promise<void> => {
    const expected = JSON.stringify(await trueBids());
    await until(() => JSON.stringify(shownBids()) === expected, 'the same book');
  };
  const trade = async (count: number, baseTicks = 4_900_000): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const userId = USERS[n % USERS.length]!;
      await stage.submit(userId, bid(baseTicks + ((n * 7) % 40), 100 + n));
      if (n % 9 === 8) await stage.submit(userId, { type: 'cancelAll', symbolId: BTCUSDT });
    }
  };

  beforeEach(async () => {
    sockets = [];
    loses = () => false;
    stage = await openStage();
    market = createMarketData({
      url: () => `${stage.url}/ws/web`,
      requestFrame: (callback) => setTimeout(callback, 16),
      createSocket,
    });
  });
  afterEach(async () => {
    market.close();
    await stage.stop();
  });

  it('shows the very book while orders run, and the trades', async () => {
    market.watchDepth('BTCUSDT');
    market.watchTrades('BTCUSDT');
    await until(() => market.depths.get('BTCUSDT') !== undefined, 'a book');
    await trade(150);
    await agrees();
    const published: PublicTrade = { id: 'v1', price: '1', qty: '2', side: 'buy', t: 3, source: 'venue' };
    stage.bus.publish(subjects.trade('BTCUSDT'), published);
    await until(() => market.trades.get('BTCUSDT')?.length === 1, 'a trade');
  });

  it('asks for the book again when an update was lost', async () => {
    market.watchDepth('BTCUSDT');
    await until(() => market.depths.get('BTCUSDT') !== undefined, 'a book');
    let lost = 0;
    loses = (text) => lost === 0 && text.includes('"type":"update"') && ++lost > 0;
    await trade(20);
    await until(() => lost === 1, 'a loss');
    await trade(20, 4_800_000);
    await agrees();
    expect(sockets).toHaveLength(1);
  });

  it('comes back by itself after the connection broke, with the state as it is then', async () => {
    market.watchDepth('BTCUSDT');
    const account = createAccountData({
      url: (userId) => `${stage.url}/ws/coin/${userId}`,
      onEnded: () => {
        throw new Error('the token is valid');
      },
      createSocket,
    });
    account.open(1000, tokenOf(1000));
    await until(() => account.store.getState().seq !== null, 'the account');
    await until(() => market.depths.get('BTCUSDT') !== undefined, 'a book');
    const states: string[] = [];
    market.status.subscribe(({ state }) => states.push(state));
    for (const socket of sockets) socket.close();
    await until(() => states.includes('offline'), 'offline');
    await stage.submit(1000, bid(4_900_000, 100));
    await until(() => sockets.length === 4, 'new connections');
    await agrees();
    await until(() => account.store.getState().orders.size === 1, 'the order');
    account.close();
  });

  it('signs out when the session ends, and does not come back', async () => {
    let invalid = 0;
    const account = createAccountData({
      url: (userId) => `${stage.url}/ws/coin/${userId}`,
      onEnded: () => {
        invalid += 1;
        account.close();
      },
      createSocket,
    });
    account.open(1000, tokenOf(1000));
    await until(() => account.store.getState().seq !== null, 'the account');
    stage.tokens.delete(tokenOf(1000));
    stage.bus.publish(subjects.sessionEnded(1000), null);
    await until(() => invalid > 0, 'the end');
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect([invalid, sockets.length]).toEqual([1, 1]);
  });
});
