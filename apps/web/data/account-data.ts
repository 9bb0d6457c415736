import {
  closeCodes,
  type FillMessage,
  type GuardKeptMessage,
  type MarginAccountRow,
  type MarginNotice,
  type NoticeMessage,
  type NoticesReadMessage,
  type OwnBalance,
  type OwnOrder,
  type PositionMessage,
  type PrivateServerMessage,
  type SecondRow,
  type SettlementMessage,
} from '@candor/api';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { Listeners } from './market/listeners.ts';
import {
  type LiveSocket,
  openLiveSocket,
  type SocketFactory,
  type SocketState,
} from './market/live-socket.ts';

export interface AccountState {
  readonly socket: SocketState;
  /** Parts may have changed since they came: from the socket's silence or loss until it speaks, or begins, again. */
  readonly isOld: boolean;
  /** The journal sequence of the last message; null until the snapshot came. */
  readonly seq: number | null;
  /** Open orders by id. */
  readonly orders: ReadonlyMap<number, OwnOrder>;
  /** Open orders of margin wallets by id. */
  readonly marginOrders: ReadonlyMap<number, OwnOrder>;
  /** Margin accounts that were ever used, in their present state; null until a first message about them. */
  readonly margin: readonly MarginAccountRow[] | null;
  /** Balances of the spot wallet by the coin's code. */
  readonly balances: ReadonlyMap<string, OwnBalance>;
  /** All that is open in contracts; null until it is known. */
  readonly contracts: OpenPerpetuals | null;
  /** Open second contracts with their countdowns; null until they are known. */
  readonly seconds: readonly SecondRow[] | null;
}

export type OpenPerpetuals = Pick<PositionMessage, 'positions' | 'orders' | 'stops' | 'account'>;
export type Settlement = SettlementMessage['settlement'];
export type Fill = FillMessage['fill'];
export type KeptGuard = GuardKeptMessage['guard'];

export interface AccountData {
  readonly store: StoreApi<AccountState>;
  /** Opens the user's private socket; a socket of another user is closed. */
  open(userId: number, token: string): void;
  /** Closes the socket and forgets everything. */
  close(): void;
  wake(): void;
  /** Calls the listener with each own fill. Returns the end of it. */
  onFill(listener: (fill: Fill) => void): () => void;
  /** Calls the listener with funding, liquidations, deleveraging and margin warnings. Returns the end of it. */
  onSettlement(listener: (settlement: Settlement) => void): () => void;
  /** Calls the listener with each stop that fired and could not close all, or is armed again. Returns the end of it. */
  onGuardKept(listener: (guard: KeptGuard) => void): () => void;
  /** Calls the listener with margin calls, steps of forced sales and orders that were cancelled. Returns the end of it. */
  onMarginNotice(listener: (notice: MarginNotice) => void): () => void;
  /** Calls the listener with each second contract that is over. Returns the end of it. */
  onSecondEnded(listener: (contract: SecondRow) => void): () => void;
  /** Calls the listener with each notice that comes or changes, and where notices were read. Returns the end of it. */
  onNotice(listener: (message: NoticeMessage | NoticesReadMessage) => void): () => void;
  /** Calls the listener each time that the socket has begun: what came before is to be fetched. Returns the end of it. */
  onBegun(listener: () => void): () => void;
  /** Calls the listener after each change of orders or balances. Returns the end of it. */
  onChange(listener: () => void): () => void;
}

export interface AccountDataOptions {
  readonly url: (userId: number) => string;
  /** The server said that the session of this token is over. */
  readonly onEnded: () => void;
  readonly createSocket?: SocketFactory;
}

const empty: AccountState = {
  socket: 'connecting',
  isOld: false,
  seq: null,
  orders: new Map(),
  marginOrders: new Map(),
  margin: null,
  balances: new Map(),
  contracts: null,
  seconds: null,
};

function isOpen(order: OwnOrder): boolean {
  return order.status === 'waiting' || order.status === 'open' || order.status === 'partially-filled';
}

/** The same orders with one more, or one less once it is over. */
function withOrder(orders: ReadonlyMap<number, OwnOrder>, order: OwnOrder): ReadonlyMap<number, OwnOrder> {
  const next = new Map(orders);
  if (isOpen(order)) next.set(order.orderId, order);
  else next.delete(order.orderId);
  return next;
}

function byId(orders: readonly OwnOrder[]): ReadonlyMap<number, OwnOrder> {
  return new Map(orders.filter(isOpen).map((order) => [order.orderId, order]));
}

function isSpot(balance: { readonly wallet: OwnBalance['wallet'] }): boolean {
  return balance.wallet === 'spot';
}

/**
 * The state after a change of the socket. One that was lost says nothing of the account before its new snapshot; one that
 * was closed makes way for another token's, which waits if it does not open.
 */
function withSocket(state: AccountState, socket: SocketState): AccountState {
  const isSilenceOver = socket === 'open' && state.socket === 'silent';
  const isCut = socket === 'silent' || socket === 'waiting';
  const isOld = state.seq !== null && !isSilenceOver && (isCut || state.isOld);
  return { ...state, socket, isOld };
}

/** The state after one message; the same object where nothing changed. */
export function applyAccountMessage(state: AccountState, message: PrivateServerMessage): AccountState {
  switch (message.type) {
    case 'snapshot':
      return {
        ...state,
        isOld: false,
        seq: message.seq,
        orders: byId(message.orders.filter(isSpot)),
        marginOrders: byId(message.orders.filter((order) => !isSpot(order))),
        balances: new Map(message.balances.filter(isSpot).map((balance) => [balance.asset, balance])),
        // Those that are open follow within a second; nothing comes of a user without any.
        seconds: [],
      };
    case 'order': {
      const { order, seq } = message;
      return isSpot(order)
        ? { ...state, seq, orders: withOrder(state.orders, order) }
        : { ...state, seq, marginOrders: withOrder(state.marginOrders, order) };
    }
    case 'margin':
      return { ...state, margin: message.accounts };
    case 'balance': {
      if (!isSpot(message.balance)) return { ...state, seq: message.seq };
      const balances = new Map(state.balances).set(message.balance.asset, message.balance);
      return { ...state, seq: message.seq, balances };
    }
    case 'second':
      return { ...state, seconds: message.contracts };
    case 'position': {
      const { positions, orders, stops, account } = message;
      return { ...state, contracts: { positions, orders, stops, account } };
    }
    default:
      return state;
  }
}

function createListeners() {
  return {
    fill: new Listeners<[fill: Fill]>(),
    settlement: new Listeners<[settlement: Settlement]>(),
    guard: new Listeners<[guard: KeptGuard]>(),
    marginNotice: new Listeners<[notice: MarginNotice]>(),
    second: new Listeners<[contract: SecondRow]>(),
    notice: new Listeners<[message: NoticeMessage | NoticesReadMessage]>(),
    begun: new Listeners(),
    change: new Listeners(),
  };
}

/** Notifies the listeners that wait for a message of this type. */
function announce(listeners: ReturnType<typeof createListeners>, message: PrivateServerMessage): void {
  switch (message.type) {
    case 'fill':
      listeners.fill.call(message.fill);
      break;
    case 'guardKept':
      listeners.guard.call(message.guard);
      break;
    case 'marginNotice':
      listeners.marginNotice.call(message.notice);
      break;
    case 'secondEnded':
      listeners.second.call(message.contract);
      break;
    case 'notice':
    case 'noticesRead':
      listeners.notice.call(message);
      break;
    case 'snapshot':
      listeners.begun.call();
      break;
    case 'settlement':
      listeners.settlement.call(message.settlement);
  }
}

/** The signed-in user's live orders and balances. */
export function createAccountData(options: AccountDataOptions): AccountData {
  const store = createStore<AccountState>(() => empty);
  const listeners = createListeners();
  let socket: LiveSocket | null = null;
  let openedFor: { readonly userId: number; readonly token: string } | null = null;

  const receive = (message: PrivateServerMessage) => {
    if (message.type === 'status' && message.state === 'signed-out') {
      options.onEnded();
      return;
    }
    const next = applyAccountMessage(store.getState(), message);
    if (next !== store.getState()) {
      store.setState(next);
      // A countdown, or a risk rate that moves with prices, is no change of what anybody has fetched.
      if (message.type !== 'second' && message.type !== 'margin') listeners.change.call();
    }
    announce(listeners, message);
  };

  const close = () => {
    socket?.close();
    socket = null;
    openedFor = null;
    store.setState(empty);
  };

  return {
    store,
    open(userId, token) {
      if (openedFor?.userId === userId && openedFor.token === token) return;
      if (openedFor?.userId !== userId) close();
      else socket?.close();
      openedFor = { userId, token };
      const opened = openLiveSocket({
        url: () => options.url(userId),
        onOpen: () => opened.send({ op: 'auth', token }),
        onMessage: (message) => receive(message as PrivateServerMessage),
        onState: (socket) => store.setState(withSocket(store.getState(), socket)),
        isFinal: (code) => {
          const over = code === closeCodes.unauthenticated || code === closeCodes.signedOut;
          if (over && socket === opened) options.onEnded();
          return over;
        },
        ...(options.createSocket === undefined ? {} : { createSocket: options.createSocket }),
      });
      socket = opened;
    },
    close,
    wake: () => socket?.wake(),
    onFill: listeners.fill.add,
    onSettlement: listeners.settlement.add,
    onGuardKept: listeners.guard.add,
    onMarginNotice: listeners.marginNotice.add,
    onSecondEnded: listeners.second.add,
    onNotice: listeners.notice.add,
    onBegun: listeners.begun.add,
    onChange: listeners.change.add,
  };
}
