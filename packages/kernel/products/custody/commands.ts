import type { Amount } from '@candor/money';
import type { RequestedWithdrawal } from '../../withdrawal-desk.ts';

/**
 * Credits a deposit that its chain confirmed. A number is credited once, for ever: it is not forgotten when keys expire.
 * The transfer is named, so that whoever reads the journal finds it on its chain and finds a second credit for it.
 */
export interface CreditDeposit {
  readonly type: 'creditDeposit';
  /** Given by the server, each number once. */
  readonly depositNo: number;
  readonly accountUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly chain: string;
  /**
   * The transaction's hash; or, for coins that no transfer names, `block:` and the hash of the final block at which the
   * address held them.
   */
  readonly transaction: string;
  /**
   * The place in the transaction's receipt; -1 for the transaction's own value, -2 and below for its calls, downwards. For
   * coins that no transfer names, the index of the address.
   */
  readonly ordinal: number;
}

/**
 * Holds what is free of a deposit that its chain took back, up to its amount; while the rest is missing, withdrawals of
 * the coin are refused. The hold ends when the transfer stands again, by a reversal, or by itself after 7 days.
 */
export interface HoldDeposit {
  readonly type: 'holdDeposit';
  readonly depositNo: number;
  /** Counts from 1 on how often the chain took the deposit back. */
  readonly turn: number;
}

/** The transfer of a deposit stands again, at a place that may be another one: its hold ends. */
export interface RestoreDeposit {
  readonly type: 'restoreDeposit';
  readonly depositNo: number;
  /** The turn of the hold that it ends. */
  readonly turn: number;
  readonly ordinal: number;
  /** Amount that stands now: what it has grown by is credited. A smaller one takes a reversal. */
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
 * Takes back a deposit that its chain took back, within 7 days of its credit or of its hold. The account gives what is held
 * for it or free in its spot wallet; the rest is the house's loss.
 */
export interface ReverseDeposit {
  readonly type: 'reverseDeposit';
  readonly depositNo: number;
  /** Part of the deposit that stands: above 0 where the transfer is on its chain again with a smaller amount. */
  readonly remaining: Amount;
  /** Open withdrawals of the same user and asset that wait for the deposit: they are released first. Ended ones are passed over. */
  readonly withdrawals: readonly number[];
}

/**
 * Holds an amount and its fee in the owner's spot wallet until the withdrawal is settled or released. The system sends it
 * for a request that the owner made.
 */
export interface RequestWithdrawal extends RequestedWithdrawal {
  readonly type: 'requestWithdrawal';
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
  | HoldDeposit
  | RestoreDeposit
  | ReverseDeposit
  | RequestWithdrawal
  | SettleWithdrawal
  | SettlePayout
  | ReleaseWithdrawal
  | FailWithdrawal
  | BookNetworkCost
  | CoverCustody
  | CorrectBalance;
