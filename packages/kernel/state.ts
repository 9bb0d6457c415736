import { Levels } from './book/levels.ts';
import { OrderPool } from './book/order-pool.ts';
import type { FeedKind, Mode } from './commands.ts';
import { Tape } from './events/tape.ts';
import { FeeSchedule } from './fees/fee-schedule.ts';
import { UsedKeys } from './idempotency.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { AssetInfo } from './kernel.ts';
import { Accounts } from './ledger/accounts.ts';
import { Balances } from './ledger/balances.ts';
import type { RestingWatch } from './order-desk.ts';
import { ClientIds } from './products/spot/client-ids.ts';
import type { SpotSymbol } from './products/spot/spot-symbol.ts';
import { Traders } from './products/spot/traders.ts';
import { WaitingOrders } from './products/spot/waiting-orders.ts';

/** How large the kernel should start, to spare it from growing while it works. Nothing depends on them. */
export interface CapacityHints {
  /** Resting orders of all books together. */
  readonly orders?: number;
}

const FIRST_ORDERS = 1024;

/** An asset with its running remainder of the safety fund. */
export interface Asset extends AssetInfo {
  /** The sum of all fees in this asset modulo 10: what the safety fund's next part counts from. */
  feesCarried: number;
}

/** The whole state of a kernel. */
export class State {
  seq = 0;
  timeMs = 0;
  mode: Mode | null = null;
  feed: FeedKind | null = null;
  seedHash: string | null = null;
  makerFeePpm = 0;
  takerFeePpm = 0;
  /** When the last downtime ended: the time of the first command after it. */
  resumedMs = 0;
  lastOrderId = 0;
  lastTradeId = 0;
  readonly assets = new Map<number, Asset>();
  readonly symbols: SpotSymbol[] = [];
  readonly symbolsById = new Map<number, SpotSymbol>();
  readonly accounts = new Accounts();
  readonly balances = new Balances(this.accounts);
  readonly fees = new FeeSchedule(this.accounts);
  readonly traders = new Traders(this.accounts);
  readonly levels = new Levels();
  readonly orders: OrderPool;
  readonly clientIds: ClientIds;
  readonly waiting = new WaitingOrders();
  /** Resting orders with FLAG_LATE. */
  readonly late = new Set<number>();
  /** Symbols whose last price moved within the current command while orders wait for it. */
  readonly moved: SpotSymbol[] = [];
  /** Of products that keep orders of their own: whether an order is open. Its idempotency key lives as long. */
  readonly openElsewhere: ((orderId: number) => boolean)[] = [];
  /** Watches orders with FLAG_WATCHED. */
  restingWatch: RestingWatch | null = null;
  readonly usedKeys: UsedKeys;
  readonly index = new IndexKeeper();
  readonly tape = new Tape();

  constructor(hints: CapacityHints) {
    this.orders = new OrderPool(hints.orders === undefined ? FIRST_ORDERS : hints.orders + 1);
    this.clientIds = new ClientIds(this.orders, this.traders);
    this.usedKeys = new UsedKeys(
      (orderId) =>
        this.orders.find(orderId) !== 0 ||
        this.waiting.get(orderId) !== undefined ||
        this.openElsewhere.some((isOpen) => isOpen(orderId)),
    );
  }
}
