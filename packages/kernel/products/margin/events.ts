import type { Amount, PriceTicks } from '@candor/money';
import type { WalletName } from '../../ledger/wallets.ts';
import type { CancelledOrder } from '../../vocabulary.ts';

/** One asset of a wallet as it was valued: all that the risk rate needs to be computed again. */
export interface ValuedAsset {
  readonly assetId: number;
  /** Held units included; of debts, interest included. */
  readonly amount: Amount;
  /** The symbol whose index values it; 0 for the value asset itself, which counts as it is. */
  readonly symbolId: number;
  readonly priceTicks: PriceTicks | null;
  /**
   * There only where the index was stale: the last one before (0 for none), of which `priceTicks` is twice what lies
   * there or half of what is owed.
   */
  readonly staleTicks?: PriceTicks;
  /** One base unit is worth priceTicks x quotePerTickLot / basePerLot units of the value asset. */
  readonly quotePerTickLot: Amount;
  readonly basePerLot: Amount;
  /** Part of collateral that counts, in parts per million; 1,000,000 for debts. */
  readonly haircutPpm: number;
}

/** Inputs of a wallet's risk rate, at one index tick. */
export interface RiskInputs {
  readonly tickNo: number;
  readonly valueAssetId: number;
  readonly assets: readonly ValuedAsset[];
  readonly debts: readonly ValuedAsset[];
  /** Rounded down; null without a debt. */
  readonly riskPpm: bigint | null;
}

interface OfLoan {
  /** One loan per wallet and asset, from the first borrowing until all is repaid. */
  readonly loanId: number;
  readonly userId: number;
  readonly wallet: WalletName;
  readonly assetId: number;
}

export interface MarginBorrowedEvent extends OfLoan {
  readonly type: 'marginBorrowed';
  /** The loan begins; else it was added to. */
  readonly opens: boolean;
  readonly amount: Amount;
  /** Charged at once for the started hour; its own event says so. */
  readonly firstHour: Amount;
  readonly hourlyRatePpb: number;
  /** Owed without interest, afterwards. */
  readonly principal: Amount;
  readonly risk: RiskInputs;
}

/** Interest that fell due was posted to the debt. `principal` was owed over the hours that it is for. */
export interface MarginInterestEvent extends OfLoan {
  readonly type: 'marginInterest';
  readonly amount: Amount;
  readonly principal: Amount;
  /** Sums of hourly rates in parts per thousand million; null when it is the first hour of what was just borrowed. */
  readonly fromIndex: bigint | null;
  readonly toIndex: bigint | null;
  /** Owed of interest, afterwards. */
  readonly owedInterest: Amount;
}

export interface MarginRepaidEvent extends OfLoan {
  readonly type: 'marginRepaid';
  readonly interest: Amount;
  readonly principal: Amount;
  /** Payer: the owner, a forced sale, the margin insurance, or nobody (the pool wrote it off). */
  readonly by: 'owner' | 'sale' | 'insurance' | 'pool';
  /** Still owed. */
  readonly principalLeft: Amount;
  readonly interestLeft: Amount;
}

/** A started hour was added to the interest index of an asset that is owed. */
export interface MarginHourEvent {
  readonly type: 'marginHour';
  /** Time at which the hour started. */
  readonly hourMs: number;
  readonly rates: readonly {
    readonly assetId: number;
    readonly hourlyRatePpb: number;
    readonly index: bigint;
  }[];
}

/** The risk rate fell to the call threshold (once per crossing), or rose above it again. */
export interface MarginCallEvent {
  readonly type: 'marginCall';
  readonly userId: number;
  readonly wallet: WalletName;
  readonly called: boolean;
  readonly callPpm: number;
  readonly liquidationPpm: number;
  readonly risk: RiskInputs;
}

/** A forced sale began or went on: at this tick the risk rate was at or below the threshold. */
export interface MarginSaleEvent {
  readonly type: 'marginSale';
  readonly saleId: number;
  readonly userId: number;
  readonly wallet: WalletName;
  readonly liquidationPpm: number;
  readonly saleBandPpm: number;
  readonly risk: RiskInputs;
}

/** Step of a forced sale at one tick. Its trades carry the ids of `orders`. */
export interface MarginSoldEvent {
  readonly type: 'marginSold';
  readonly saleId: number;
  readonly userId: number;
  readonly wallet: WalletName;
  readonly cancelled: readonly number[];
  readonly orders: readonly number[];
  /** No debt is left, or the risk rate is above the threshold again; else it goes on at the next tick. */
  readonly over: boolean;
  /** Afterwards. */
  readonly riskPpm: bigint | null;
}

/** Collateral too small to be sold went to who pays the debt for it, at the index. */
export interface MarginTakenOverEvent {
  readonly type: 'marginTakenOver';
  readonly saleId: number;
  readonly userId: number;
  readonly wallet: WalletName;
  readonly assetId: number;
  readonly amount: Amount;
  readonly by: 'insurance' | 'pool';
}

/** Debt that a wallet could not pay: the insurance paid, and the rest is the pool's loss. */
export interface MarginDeficitEvent {
  readonly type: 'marginDeficit';
  readonly saleId: number;
  readonly userId: number;
  readonly wallet: WalletName;
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromInsurance: Amount;
  readonly fromPool: Amount;
}

/** Orders of a wallet that owes were cancelled: their prices would have given more away than new orders may. */
export interface MarginCancelledEvent {
  readonly type: 'marginCancelled';
  readonly userId: number;
  readonly wallet: WalletName;
  readonly saleBandPpm: number;
  readonly orders: readonly (CancelledOrder & {
    /** Index from which the order was further away, to the worse side, than the band. */
    readonly indexTicks: PriceTicks;
  })[];
}

export interface MarginLeverageEvent {
  readonly type: 'marginLeverage';
  readonly userId: number;
  readonly symbolId: number;
  readonly leverage: number;
}

export type MarginEvent =
  | MarginBorrowedEvent
  | MarginInterestEvent
  | MarginRepaidEvent
  | MarginHourEvent
  | MarginCallEvent
  | MarginSaleEvent
  | MarginSoldEvent
  | MarginTakenOverEvent
  | MarginDeficitEvent
  | MarginCancelledEvent
  | MarginLeverageEvent;

export type MarginRejection =
  /** The asset, symbol or wallet has no margin terms. */
  | 'MARGIN_NOT_OFFERED'
  /** The asset is not lent. */
  | 'MARGIN_NOT_BORROWABLE'
  /** More than the leverage or the risk rate allows. */
  | 'MARGIN_RISK_TOO_HIGH'
  /** More than one wallet may owe of the asset. */
  | 'MARGIN_BORROW_LIMIT'
  /** More than lies in the pool. */
  | 'MARGIN_POOL_EMPTY'
  /** Nothing is owed of the asset. */
  | 'MARGIN_NO_DEBT'
  /** Not a whole number from 2 to the symbol's highest. */
  | 'MARGIN_LEVERAGE_INVALID'
  /** A wallet that owes may not trade so far from the index. */
  | 'MARGIN_PRICE_TOO_FAR';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly margin: MarginRejection;
  }
}
