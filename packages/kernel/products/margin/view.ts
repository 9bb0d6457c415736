import type { Amount } from '@candor/money';
import type { MarginWallet, SetMarginAsset, SetMarginTerms } from './commands.ts';
import type { RiskInputs } from './events.ts';

export type MarginAssetView = Omit<SetMarginAsset, 'type'> & {
  /** Amount that the pool can still lend. */
  readonly pool: Amount;
  /** Sum of the hourly rates since it is lent, in parts per thousand million. */
  readonly index: bigint;
};

export type MarginTermsView = Omit<SetMarginTerms, 'type'>;

export interface LoanView {
  readonly loanId: number;
  readonly userId: number;
  readonly wallet: MarginWallet;
  readonly symbolId: number;
  readonly assetId: number;
  readonly principal: Amount;
  /** Owed of interest, up to the started hour. */
  readonly interest: Amount;
}

export interface MarginWalletView {
  readonly wallet: MarginWallet;
  readonly symbolId: number;
  readonly leverage: number;
  /** Null where an index is stale. */
  readonly risk: RiskInputs | null;
  /** In base units of the value asset, collateral with its haircuts, rounded down, and debts, rounded up; null likewise. */
  readonly collateralValue: Amount | null;
  readonly debtValue: Amount | null;
  readonly called: boolean;
  readonly selling: boolean;
  readonly loans: readonly LoanView[];
}

export interface BorrowPreview {
  /** The most that may be borrowed now, and what bounds it. */
  readonly most: Amount;
  readonly firstHour: Amount;
  readonly riskBeforePpm: bigint | null;
  /** Null where it would owe nothing. */
  readonly riskAfterPpm: bigint | null;
}

/** View of this product for others. */
export interface MarginView {
  assets(): readonly MarginAssetView[];
  /** Terms of cross wallets under symbol 0, where they are offered; then of isolated wallets by symbol. */
  terms(): readonly MarginTermsView[];
  wallet(userId: number, wallet: MarginWallet, symbolId: number): MarginWalletView | null;
  /** All margin wallets of a user that were ever used, cross first. */
  wallets(userId: number): readonly MarginWalletView[];
  /** Effect of borrowing an amount (0: only the most); null where it is not offered, or an index is stale. */
  preview(
    userId: number,
    wallet: MarginWallet,
    symbolId: number,
    assetId: number,
    amount: Amount,
  ): BorrowPreview | null;
  /** Balances of the pool and of its insurance, and the debts of borrowers, by asset. */
  house(): readonly {
    readonly assetId: number;
    readonly pool: Amount;
    readonly insurance: Amount;
    readonly receivable: Amount;
  }[];
}
