import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { Envelope, FeedKind, Mode, OrderType, Side, SymbolState, TimeInForce } from './commands.ts';
import type { Applied, Outcome } from './events.ts';
import type { WalletKind, WalletName } from './ledger/wallets.ts';
import type { MarginView } from './products/margin/view.ts';
import type { PerpetualView } from './products/perpetual/view.ts';
import type { SecondsView } from './products/seconds/view.ts';
import type { SpotView } from './products/spot/view.ts';
import type { TransferView } from './products/transfer/view.ts';
import type { BalanceView, DepthLevel, DepthView } from './vocabulary.ts';

export type { BalanceView, DepthLevel, DepthView };

export interface AssetInfo {
  readonly assetId: number;
  readonly code: string;
  readonly name: string;
  readonly scale: number;
}

export interface SymbolInfo {
  readonly symbolId: number;
  readonly name: string;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  /** Decimals of a price and of a quantity as shown. */
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  /** Quote base units of one tick times one lot. */
  readonly quotePerTickLot: Amount;
  /** Base units of the base asset in one lot. */
  readonly basePerLot: Amount;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
  readonly state: SymbolState;
  readonly stateReason: string;
}

export interface OpenOrderView {
  readonly orderId: number;
  readonly userId: number;
  /** Which of the user's wallets pays and is paid. */
  readonly wallet: WalletName;
  readonly clientOrderId: string | null;
  readonly symbolId: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly filledQuote: Amount;
  readonly createdMs: number;
}

export interface IndexView {
  readonly tickNo: number;
  readonly timeMs: number;
  /** Null while stale (below quorum). */
  readonly priceTicks: PriceTicks | null;
  readonly venuesUsed: number;
}

/** The newest tick of the recorder's chain that was applied, late or not; zeros before the first. */
export interface ChainView {
  readonly tickNo: number;
  /** When it was chained, in ms since 1970. */
  readonly chainedMs: number;
  /** The number of the last record in the recorder's chain, with its hash; 0 and a hash of zeros before the first. */
  readonly recordNo: number;
  readonly hash: string;
}

export interface LedgerSum {
  readonly assetId: number;
  /** Sum over all accounts: 0 or the books are broken. */
  readonly sum: Amount;
  readonly custody: Amount;
  readonly users: Amount;
  readonly house: Amount;
  readonly fees: Amount;
  readonly safetyFund: Amount;
  /** Named accounts of products (insurance, pools, clearing) and what users owe them. */
  readonly products: Amount;
}

/** The kernel's state as others may read it. Never kept across a command: read, use, drop. */
export interface KernelView {
  readonly seq: number;
  readonly timeMs: number;
  /** From this time on some product has something to do: a tick is then wanted. Infinity when nothing is due. */
  readonly nextDueMs: number;
  readonly mode: Mode | null;
  readonly feed: FeedKind | null;
  readonly seedHash: string | null;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  assets(): readonly AssetInfo[];
  symbols(): readonly SymbolInfo[];
  hasAccount(userId: number): boolean;
  /** Whether a command under this key at this time would be a new one: neither known nor refused for its key. */
  isNewKey(userId: number, key: string, timeMs: number): boolean;
  /**
   * What a command of this user under this key would be answered without being done: the outcome of the first, or why
   * the key is refused. Null for a key that is new. `bodyHash` is the command's.
   */
  usedKey(userId: number, key: string, bodyHash: string | null): Outcome | null;
  /** Of one of the user's wallets, the spot wallet unless named; `symbolId` for an isolated one. */
  balances(userId: number, kind?: WalletKind, symbolId?: number): readonly BalanceView[];
  /** Of all wallets that trade in the spot books, oldest first. */
  openOrders(userId: number, symbolId: number | null): readonly OpenOrderView[];
  depth(symbolId: number, levels: number): DepthView;
  index(symbolId: number): IndexView | null;
  readonly chain: ChainView;
  ledgerSums(): readonly LedgerSum[];
  readonly spot: SpotView;
  readonly perpetual: PerpetualView;
  readonly seconds: SecondsView;
  readonly margin: MarginView;
  readonly transfer: TransferView;
}

/** A deterministic machine: the same envelopes in the same order give the same events and the same state hash. */
export interface Kernel extends KernelView {
  /** Checks everything first, then posts: ends with events or with a typed rejection, never half. */
  apply(envelope: Envelope): Applied;
  /** The whole state as bytes; `loadKernel` of them gives a kernel with the same hash. */
  snapshot(): Uint8Array;
  /** A digest of the whole state, as 16 hex digits or more. */
  stateHash(): string;
  /** The same where the state's bytes are not many more than `maxBytes`; null, and soon, where they are. */
  stateHashWithin(maxBytes: number): string | null;
}
