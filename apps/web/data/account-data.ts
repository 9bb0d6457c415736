import {
  closeCodes,
  type FillMessage,
  type OwnBalance,
  type OwnOrder,
  type PositionMessage,
  type PrivateServerMessage,
  type SecondRow,
  type SettlementMessage,
} from '@candor/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type LiveSocket,
  openLiveSocket,
  type SocketFactory,
  type SocketState,
} from './market/live-socket.ts';

export interface AccountState {
  readonly socket: SocketState;
  /** The journal sequence of the last message; null until the snapshot came. */
  readonly seq: number | null;
  /** Open orders by id. */
  readonly orders: ReadonlyMap<number, OwnOrder>;
  /** Balances of the spot wallet by the coin's code. */
  readonly balances: ReadonlyMap<string, OwnBalance>;
  /** All that is open in contracts; null until it is known. */
  readonly contracts: OpenContracts | null;
  /** Open second contracts with their countdowns; null until they are known. */
  readonly seconds: readonly SecondRow[] | null;
}

export type OpenContracts = Pick<PositionMessage, 'positions' | 'orders' | 'stops' | 'account'>;
export type Settlement = SettlementMessage['settlement'];
export type Fill = FillMessage['fill'];

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
  /** Calls the listener with each second contract that is over. Returns the end of it. */
  onSecondEnded(listener: (contract: SecondRow) => void): () => void;
  /** Calls the listener after each change of orders or balances. Returns the end of it. */
  onChange(listener: () => void): () => void;
}

export interface AccountDataOptions {
  readonly url: (userId: number) => string;
  /** The server said that the session of this token is over. */
  readonly onTokenInvalid: () => void;
  readonly createSocket?: SocketFactory;
}

const empty: AccountState = {
  socket: 'connecting',
  seq: null,
  orders: new Map(),
  balances: new Map(),
  contracts: null,
  seconds: null,
};

/** Orders of margin accounts are shown where those are. */
function isOpen(order: OwnOrder): boolean {
  if (order.wallet !== 'spot') return false;
  return order.status === 'waiting' || order.status === 'open' || order.status === 'partially-filled';
}

function isSpot(balance: OwnBalance): boolean {
  return balance.wallet === 'spot';
}

/** The state after one message; the same object where nothing changed. */
export function applyAccountMessage(state: AccountState, message: PrivateServerMessage): AccountState {
  switch (message.type) {
    case 'snapshot':
      return {
        ...state,
        seq: message.seq,
        orders: new Map(message.orders.filter(isOpen).map((order) => [order.orderId, order])),
        balances: new Map(message.balances.filter(isSpot).map((balance) => [balance.asset, balance])),
        // Those that are open follow within a second; nothing comes of a user without any.
        seconds: [],
      };
    case 'order': {
      const orders = new Map(state.orders);
      if (isOpen(message.order)) orders.set(message.order.orderId, message.order);
      else orders.delete(message.order.orderId);
      return { ...state, seq: message.seq, orders };
    }
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

/** The signed-in user's live orders and balances. */
export function createAccountData(options: AccountDataOptions): AccountData {
  const store = createStore<AccountState>(() => empty);
  const fillListeners = new Set<(fill: Fill) => void>();
  const settlementListeners = new Set<(settlement: Settlement) => void>();
  const secondListeners = new Set<(contract: SecondRow) => void>();
  const changeListeners = new Set<() => void>();
  let socket: LiveSocket | null = null;
  let openedFor: { readonly userId: number; readonly token: string } | null = null;

  const receive = (message: PrivateServerMessage) => {
    if (message.type === 'status' && message.state === 'signed-out') {
      options.onTokenInvalid();
      return;
    }
    const next = applyAccountMessage(store.getState(), message);
    if (next !== store.getState()) {
      store.setState(next);
      // A countdown is no change of what anybody has fetched.
      if (message.type !== 'second') for (const listener of changeListeners) listener();
    }
    if (message.type === 'fill') for (const listener of fillListeners) listener(message.fill);
    if (message.type === 'secondEnded') for (const listener of secondListeners) listener(message.contract);
    if (message.type === 'settlement') {
      for (const listener of settlementListeners) listener(message.settlement);
    }
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
        onState: (state) => store.setState({ socket: state }),
        isFinal: (code) => {
          const over = code === closeCodes.unauthenticated || code === closeCodes.signedOut;
          if (over && socket === opened) options.onTokenInvalid();
          return over;
        },
        ...(options.createSocket === undefined ? {} : { createSocket: options.createSocket }),
      });
      socket = opened;
    },
    close,
    wake: () => socket?.wake(),
    onFill(listener) {
      fillListeners.add(listener);
      return () => fillListeners.delete(listener);
    },
    onSettlement(listener) {
      settlementListeners.add(listener);
      return () => settlementListeners.delete(listener);
    },
    onSecondEnded(listener) {
      secondListeners.add(listener);
      return () => secondListeners.delete(listener);
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
  };
}
