import { Downtimes } from './downtime.ts';
import { Tape } from './events/tape.ts';
import { FeeSchedule } from './fees/fee-schedule.ts';
import { UsedKeys } from './idempotency.ts';
import { IndexKeeper } from './index-keeper.ts';
import { Accounts } from './ledger/accounts.ts';
import { Balances } from './ledger/balances.ts';
import type { ListedSymbol } from './symbols.ts';
import type { AssetInfo, FeedKind, Mode } from './vocabulary.ts';

/** Hints for the kernel's size at its start, and for its checks. What it does depends on none of them. */
export interface CapacityHints {
  /** Resting orders of all books together. */
  readonly orders?: number;
  /** Checks dear invariants after each command: in tests and in the simulator. */
  readonly audit?: boolean;
}

/** An asset with its running remainder of the safety fund. */
export interface Asset extends AssetInfo {
  /** The sum of all fees in this asset modulo 10: what the safety fund's next part counts from. */
  feesCarried: number;
}

/** Listens to trading fees as they are charged: see `onFee` of a product's part. */
export type FeeListener = (assetId: number, account: number, units: number, tradeId: number) => void;

/**
 * State that all products share: the journal's clock, assets, the ledger, fees, indices, used keys and the tape of
 * events.
 */
export class State {
  seq = 0;
  timeMs = 0;
  mode: Mode | null = null;
  feed: FeedKind | null = null;
  seedHash: string | null = null;
  /** Time at which the last downtime ended: that of the first command after it. */
  resumedMs = 0;
  /** All downtime so far: time that no overdue interest counts. */
  readonly downtimes = new Downtimes();
  /** Ids of orders, loans, transfers and contracts come from one counter. */
  lastOrderId = 0;
  lastTradeId = 0;
  readonly assets = new Map<number, Asset>();
  /** Pairs with an index, in the order of their listing. */
  readonly symbols: ListedSymbol[] = [];
  readonly symbolsById = new Map<number, ListedSymbol>();
  readonly accounts = new Accounts();
  readonly balances = new Balances(this.accounts);
  readonly fees = new FeeSchedule(this.accounts);
  /** Checks by products that keep things under ids: true if that is open. Its idempotency key lives as long. */
  readonly openElsewhere: ((id: number) => boolean)[] = [];
  /** Set by who has something to do once the command is performed: the machine then calls `settle`. */
  isUnsettled = false;
  /**
   * Lowered by whoever has something due earlier after the middle of a command, such as a fee: the machine then looks no
   * further for it, also where the command makes nothing due by itself.
   */
  dueMs = Number.POSITIVE_INFINITY;
  /** Null while nobody listens to fees, so that they cost nothing. */
  feeListener: FeeListener | null = null;
  readonly usedKeys = new UsedKeys((id) => this.openElsewhere.some((isOpen) => isOpen(id)));
  readonly index = new IndexKeeper();
  readonly tape = new Tape();
}
