import type { Amount } from '@candor/money';

/**
 * Credits a deposit that its chain or a reviewer confirmed. A number is credited once, for ever: it is not forgotten when
 * keys expire. The account may be the house's own, which is how the house funds the hot wallet.
 */
export interface CreditDeposit {
  readonly type: 'creditDeposit';
  /** Given by the server, each number once. A deposit that is mined again is another one. */
  readonly depositNo: number;
  readonly accountUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/**
 * Credits a recharge that operators reviewed, such as a bank transfer: a house account gives the coins, as the money came
 * to the house. Numbers are those of deposits, each credited once, for ever. It is not taken back.
 */
export interface CreditRecharge {
  readonly type: 'creditRecharge';
  readonly depositNo: number;
  readonly accountUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** A house account. */
  readonly fromUserId: number;
}

/**
 * Takes back a deposit that its chain took back, within 7 days. The account gives what is free in its spot wallet; the
 * rest is the house's loss.
 */
export interface ReverseDeposit {
  readonly type: 'reverseDeposit';
  readonly depositNo: number;
}

/** Holds an amount and its fee in the owner's spot wallet until the withdrawal is settled or released. */
export interface RequestWithdrawal {
  readonly type: 'requestWithdrawal';
  /** Given by the server, each number once. */
  readonly withdrawalNo: number;
  /** Its owner: the sender, unless the system sends it for a request that the owner made. */
  readonly accountUserId: number;
  readonly assetId: number;
  /** Arrives at the address, in base units. */
  readonly amount: Amount;
  /** Paid to the house in the same asset, beside the amount. */
  readonly fee: Amount;
}

/** The withdrawal is final on its chain: what was held leaves, and the network's price is booked to the house. */
export interface SettleWithdrawal {
  readonly type: 'settleWithdrawal';
  readonly withdrawalNo: number;
  /** Asset in which the network was paid; 0 where it cost nothing. */
  readonly networkAssetId: number;
  readonly networkFee: Amount;
}

/**
 * The payment is final on its chain, and the recipient's own code failed when it was paid: the amount is free again, and the
 * published fee stays with the house, which paid the network.
 */
export interface FailWithdrawal {
  readonly type: 'failWithdrawal';
  readonly withdrawalNo: number;
  /** Asset in which the network was paid; 0 where it cost nothing. */
  readonly networkAssetId: number;
  readonly networkFee: Amount;
}

/** The house paid the withdrawal by a bank: a house account takes the coins that were held, the fee among them. */
export interface SettlePayout {
  readonly type: 'settlePayout';
  readonly withdrawalNo: number;
  /** A house account. */
  readonly toUserId: number;
}

/** The withdrawal is not paid: what was held is free again. */
export interface ReleaseWithdrawal {
  readonly type: 'releaseWithdrawal';
  readonly withdrawalNo: number;
  readonly reason: WithdrawalReleaseReason;
}

/** The places of the reasons are their codes in the journal: only ever added to at the end. */
export const WITHDRAWAL_RELEASE_REASONS = [
  /** By its owner, before it was signed. */
  'cancelled',
  /** By a review, with its published reason. */
  'rejected',
  /** The token refused it, for good: paused or blocked by its issuer. */
  'refused-by-token',
  /** It could not be made, and nothing of it was signed. */
  'not-signed',
] as const;
export type WithdrawalReleaseReason = (typeof WITHDRAWAL_RELEASE_REASONS)[number];

/** Books what a network took for the house's own transactions, such as sweeps and gas: each number once. */
export interface BookNetworkCost {
  readonly type: 'bookNetworkCost';
  readonly costNo: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** A house account pays for network costs or lost deposits that the house owes custody. */
export interface CoverCustody {
  readonly type: 'coverCustody';
  readonly what: CoveredAccount;
  readonly fromUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

export const COVERED_ACCOUNTS = ['network-costs', 'deposit-losses'] as const;
export type CoveredAccount = (typeof COVERED_ACCOUNTS)[number];

/** Credits a user from a house account, with a reason that the user reads. It never debits a user. */
export interface CorrectBalance {
  readonly type: 'correctBalance';
  /** Given by the server, each number once. */
  readonly correctionNo: number;
  readonly accountUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** A house account. */
  readonly fromUserId: number;
  readonly reasonCode: CorrectionReason;
  readonly reason: string;
}

/** The places of the reasons are their codes in the journal: only ever added to at the end. */
export const CORRECTION_REASONS = ['error', 'deposit', 'compensation', 'goodwill'] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

export type CustodyCommand =
  | CreditDeposit
  | CreditRecharge
  | ReverseDeposit
  | RequestWithdrawal
  | SettleWithdrawal
  | SettlePayout
  | ReleaseWithdrawal
  | FailWithdrawal
  | BookNetworkCost
  | CoverCustody
  | CorrectBalance;
