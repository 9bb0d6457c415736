import { closeCodes, type OwnOrder, type PrivateServerMessage, STALE_MS } from '@candor/api';
import { describe, expect, it, vi } from 'vitest';
import { type AccountState, applyAccountMessage, createAccountData } from './account-data.ts';

const empty: AccountState = {
  socket: 'open',
  isOld: false,
  seq: null,
  orders: new Map(),
  marginOrders: new Map(),
  margin: null,
  balances: new Map(),
  contracts: null,
  seconds: null,
};
const order = (orderId: number, status: OwnOrder['status']): OwnOrder => ({
  orderId,
  clientOrderId: null,
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  price: '100',
  quantity: '1',
  filledQuantity: '0',
  filledQuote: '0',
  status,
  wallet: 'spot',
  doneReason: null,
  rejectKey: null,
  trigger: null,
  twinOrderId: null,
  createdMs: 1,
});
const balance = (asset: string, available: string) => ({
  wallet: 'spot' as const,
  symbol: null,
  asset,
  assetId: 1,
  available,
  held: '0',
});

function play(...messages: PrivateServerMessage[]): AccountState {
  return messages.reduce(applyAccountMessage, empty);
}

describe('the account’s live state', () => {
  it('is unknown until the snapshot, which replaces everything', () => {
    expect(empty.seq).toBeNull();
    const state = play(
      { type: 'order', seq: 3, t: 1, order: order(9, 'open') },
      {
        type: 'snapshot',
        seq: 5,
        t: 1,
        orders: [order(1, 'open'), order(2, 'filled')],
        balances: [balance('USDT', '10')],
      },
    );
    expect([...state.orders.keys()]).toEqual([1]);
    expect(state.seq).toBe(5);
    expect(state.balances.get('USDT')!.available).toBe('10');
  });

  it('keeps an order while it is open and drops it when it is done', () => {
    const opened = play({ type: 'order', seq: 1, t: 1, order: order(1, 'open') });
    const partly = applyAccountMessage(opened, {
      type: 'order',
      seq: 2,
      t: 1,
      order: order(1, 'partially-filled'),
    });
    expect(partly.orders.get(1)!.status).toBe('partially-filled');
    for (const status of ['filled', 'cancelled', 'expired'] as const) {
      expect(
        applyAccountMessage(partly, { type: 'order', seq: 3, t: 1, order: order(1, status) }).orders.size,
      ).toBe(0);
    }
    expect(opened.orders.get(1)!.status).toBe('open');
  });

  it('replaces one balance and leaves the others', () => {
    const state = play(
      { type: 'balance', seq: 1, t: 1, balance: balance('USDT', '10') },
      { type: 'balance', seq: 2, t: 1, balance: balance('BTC', '1') },
      { type: 'balance', seq: 3, t: 1, balance: balance('USDT', '7') },
    );
    expect([...state.balances].map(([coin, row]) => [coin, row.available])).toEqual([
      ['USDT', '7'],
      ['BTC', '1'],
    ]);
  });
});

describe('the private socket', () => {
  it('authenticates first, tells fills, and ends the session when the server says so', () => {
    const sent: unknown[] = [];
    const socket = {
      readyState: 1,
      send: (text: string) => sent.push(JSON.parse(text)),
      close: () => undefined,
    } as unknown as WebSocket;
    const onEnded = vi.fn();
    const account = createAccountData({
      url: (userId) => `ws://test/ws/coin/${userId}`,
      onEnded,
      createSocket: () => socket,
    });
    const fills: unknown[] = [];
    account.onFill((fill) => fills.push(fill));
    account.open(1000, 't1');
    socket.onopen!(new Event('open'));
    expect(sent[0]).toEqual({ op: 'auth', token: 't1' });
    const say = (message: object) =>
      socket.onmessage!({ data: JSON.stringify(message) } as MessageEvent<string>);
    say({ type: 'fill', seq: 1, t: 1, fill: { tradeId: 1 } });
    expect(fills).toEqual([{ tradeId: 1 }]);
    const changed = vi.fn();
    const ended: unknown[] = [];
    account.onChange(changed);
    account.onSecondEnded((contract) => ended.push(contract));
    say({ type: 'second', seq: 2, t: 1, contracts: [{ id: 7, countdown: '00:00:03' }] });
    expect(account.store.getState().seconds).toEqual([{ id: 7, countdown: '00:00:03' }]);
    expect(changed, 'a countdown makes nobody fetch').not.toHaveBeenCalled();
    say({ type: 'secondEnded', seq: 3, t: 1, contract: { id: 7 } });
    expect(ended).toEqual([{ id: 7 }]);
    say({ type: 'status', t: 1, state: 'signed-out' });
    expect(onEnded).toHaveBeenCalledTimes(1);
    account.close();
    expect(account.store.getState().seq).toBeNull();
  });

  it('takes what it knows for old from a break until the new snapshot, and from silence until it speaks again', () => {
    vi.useFakeTimers();
    const socket = { readyState: 1, send: () => {}, close: () => {} } as unknown as WebSocket;
    const account = createAccountData({
      url: () => 'ws://test',
      onEnded: () => {},
      createSocket: () => socket,
    });
    const isOld = () => account.store.getState().isOld;
    const say = (message: object) =>
      socket.onmessage!({ data: JSON.stringify(message) } as MessageEvent<string>);
    const begin = () => {
      socket.onopen!(new Event('open'));
      expect(isOld()).toBe(known);
      say({ type: 'snapshot', seq: 5, t: 1, orders: [], balances: [] });
      expect(isOld()).toBe(false);
    };
    // nothing is known yet, so nothing is old
    let known = false;
    account.open(1000, 't1');
    begin();
    vi.advanceTimersByTime(STALE_MS + 500);
    expect(isOld()).toBe(true);
    say({ type: 'ping', t: 1, seq: 5, marketT: 1 });
    expect(isOld()).toBe(false);
    socket.onclose!({ code: closeCodes.heartbeat } as CloseEvent);
    known = true;
    expect(isOld()).toBe(true);
    vi.advanceTimersByTime(6_000);
    expect(isOld()).toBe(true);
    begin();
    account.close();
    expect(isOld()).toBe(false);
    vi.useRealTimers();
  });

  it('keeps what it knows where a new token takes the place of the old one', () => {
    const sockets: WebSocket[] = [];
    const account = createAccountData({
      url: () => 'ws://test',
      onEnded: () => {},
      createSocket: () => {
        const socket = { readyState: 1, send: () => {}, close: () => {} } as unknown as WebSocket;
        sockets.push(socket);
        return socket;
      },
    });
    account.open(1000, 't1');
    const snapshot = { type: 'snapshot', seq: 5, t: 1, orders: [], balances: [balance('USDT', '10')] };
    sockets[0]!.onopen!(new Event('open'));
    sockets[0]!.onmessage!({ data: JSON.stringify(snapshot) } as MessageEvent<string>);
    const wasOld: boolean[] = [];
    account.store.subscribe(({ isOld }) => wasOld.push(isOld));
    account.open(1000, 't2');
    sockets[1]!.onopen!(new Event('open'));
    expect(wasOld).not.toContain(true);
    expect(account.store.getState().balances.get('USDT')!.available).toBe('10');
    // the new one does not come about: now parts may have changed
    sockets[1]!.onclose!({ code: closeCodes.heartbeat } as CloseEvent);
    expect(account.store.getState().isOld).toBe(true);
    account.close();
  });

  it.each([
    [closeCodes.authTimeout, 0],
    [closeCodes.heartbeat, 0],
    [closeCodes.unauthenticated, 1],
    [closeCodes.signedOut, 1],
  ])(
    'closed with %i ends the session %i times: a token that came too late is no wrong one',
    (code, times) => {
      const socket = { readyState: 1, send: () => {}, close: () => {} } as unknown as WebSocket;
      const onEnded = vi.fn();
      const account = createAccountData({
        url: () => 'ws://test',
        onEnded,
        createSocket: () => socket,
      });
      account.open(1000, 't1');
      socket.onopen?.(new Event('open'));
      socket.onclose?.({ code } as CloseEvent);
      expect(onEnded).toHaveBeenCalledTimes(times);
      account.close();
    },
  );
});
