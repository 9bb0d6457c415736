import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { FeeTier } from '@candor/rules';
import type { WalletName } from '../../ledger/wallets.ts';
import type { DepthView, OrderType, Side, TimeInForce } from '../../vocabulary.ts';
import type { TriggeredOrder, TriggerTerms } from './commands.ts';

export interface OpenOrderView {
  readonly orderId: number;
  readonly userId: number;
  /** Wallet of the user that pays and is paid. */
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

/** An order that waits for a price. */
export interface WaitingOrderView extends TriggerTerms, TriggeredOrder {
  readonly orderId: number;
  readonly userId: number;
  readonly clientOrderId: string | null;
  readonly symbolId: number;
  readonly side: Side;
  /** Price at which it would fire now; null for a trailing stop that does not follow yet. */
  readonly thresholdTicks: PriceTicks | null;
  /** The best price that a trailing stop has seen; null before it follows. */
  readonly extremeTicks: PriceTicks | null;
  /** The resting order of the same OCO. */
  readonly twinOrderId: number | null;
  /** Amount held for it, in the quote when it buys, in the base when it sells; for an OCO, beyond its twin's. */
  readonly held: Amount;
  /** It fired, could not sell all, and is tried again while its trigger holds. */
  readonly retrying: boolean;
  readonly createdMs: number;
}

/** A user's fees and what they are earned by. Volumes in base units of the volume's asset. */
export interface FeeStatusView {
  /** From 0 on. */
  readonly tier: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly perpetualMakerPpm: number;
  readonly perpetualTakerPpm: number;
  /** Volume of the 30 complete UTC days before today: the tier is earned by it. */
  readonly volume: Amount;
  /** Volume of today so far: it counts from the next UTC day on. */
  readonly volumeToday: Amount;
}

export interface FeeTiersView {
  /** The asset that volumes are counted in; 0 before the first table. */
  readonly volumeAssetId: number;
  /** Empty while one pair of rates holds for all. */
  readonly tiers: readonly FeeTier[];
  /** Time at which the current UTC day ends and tiers are computed again, in ms; Infinity before the first table. */
  readonly nextTurnMs: number;
}

/** Spot as others may read it. */
export interface SpotView {
  /** Open orders of all wallets that trade in the spot books, oldest first. */
  openOrders(userId: number, symbolId: number | null): readonly OpenOrderView[];
  depth(symbolId: number, levels: number): DepthView;
  /** A user's orders that wait for a price, by id. */
  waitingOrders(userId: number, symbolId: number | null): readonly WaitingOrderView[];
  /** The order that waits beside a resting one of an OCO; null for none. */
  twinOf(restingOrderId: number): number | null;
  /** The price of a symbol's last trade; null before the first. */
  lastTicks(symbolId: number): PriceTicks | null;
  /** Trading fees of the lowest tier, in parts per million of what is received. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  feeTiers(): FeeTiersView;
  feeStatus(userId: number): FeeStatusView;
}
