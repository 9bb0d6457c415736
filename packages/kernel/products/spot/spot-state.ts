import { Levels } from '../../book/levels.ts';
import { OrderPool } from '../../book/order-pool.ts';
import type { RestingWatch } from '../../order-desk.ts';
import type { CapacityHints, State } from '../../state.ts';
import { ClientIds } from './client-ids.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import { Traders } from './traders.ts';
import { WaitingOrders } from './waiting-orders.ts';

const FIRST_ORDERS = 1024;

/** All that spot keeps, with the shared parts of the kernel that it works on. */
export class SpotState {
  readonly core: State;
  readonly assets: State['assets'];
  readonly accounts: State['accounts'];
  readonly balances: State['balances'];
  readonly fees: State['fees'];
  readonly index: State['index'];
  readonly tape: State['tape'];
  /** In the order of their listing. */
  readonly symbols: SpotSymbol[] = [];
  readonly symbolsById = new Map<number, SpotSymbol>();
  readonly traders: Traders;
  readonly levels = new Levels();
  readonly orders: OrderPool;
  readonly clientIds: ClientIds;
  readonly waiting = new WaitingOrders();
  /** Resting orders with FLAG_LATE. */
  readonly late = new Set<number>();
  /** Symbols whose last price moved within the current command while orders wait for it. */
  readonly moved: SpotSymbol[] = [];
  /** Watches orders with FLAG_WATCHED. */
  restingWatch: RestingWatch | null = null;

  constructor(core: State, hints: CapacityHints) {
    this.core = core;
    this.assets = core.assets;
    this.accounts = core.accounts;
    this.balances = core.balances;
    this.fees = core.fees;
    this.index = core.index;
    this.tape = core.tape;
    this.traders = new Traders(core.accounts);
    this.orders = new OrderPool(hints.orders === undefined ? FIRST_ORDERS : hints.orders + 1);
    this.clientIds = new ClientIds(this.orders, this.traders);
  }

  /** Notes that an order with a twin was filled or left its book. */
  widow(orderId: number): void {
    this.waiting.widowed.push(orderId);
    this.core.isUnsettled = true;
  }

  /** True if an order, resting or waiting, is open under this id. */
  isOpen(orderId: number): boolean {
    return this.orders.find(orderId) !== 0 || this.waiting.get(orderId) !== undefined;
  }
}
