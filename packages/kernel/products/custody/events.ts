import type { Amount } from '@candor/money';
import type { CorrectionReason, WithdrawalReleaseReason } from './commands.ts';

export interface DepositCreditedEvent {
  readonly type: 'depositCredited';
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly chain: string;
  readonly transaction: string;
  readonly ordinal: number;
}

/** Its chain took a deposit back; repeated when more of it is held. */
export interface DepositHeldEvent {
  readonly type: 'depositHeld';
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  /** Amount of the deposit; while less is held, withdrawals of the asset are refused. */
  readonly amount: Amount;
  readonly held: Amount;
  readonly endsMs: number;
}

/** The transfer of a deposit stands again, and nothing is held for it. */
export interface DepositRestoredEvent {
  readonly type: 'depositRestored';
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly ordinal: number;
  /** Amount that stands, with what was added. */
  readonly amount: Amount;
  readonly added: Amount;
}

/** Nobody reversed a held deposit in time: nothing is held for it any more. */
export interface DepositHoldEndedEvent {
  readonly type: 'depositHoldEnded';
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
}

export interface RechargeCreditedEvent {
  readonly type: 'rechargeCredited';
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** A house account. */
  readonly fromUserId: number;
}

/** `debited`, `loss` and `remaining` add up to the deposit's amount. */
export interface DepositReversedEvent {
  readonly type: 'depositReversed';
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly debited: Amount;
  readonly loss: Amount;
  readonly remaining: Amount;
}

interface OfWithdrawal {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly fee: Amount;
}

export interface WithdrawalRequestedEvent extends OfWithdrawal {
  readonly type: 'withdrawalRequested';
}

export interface WithdrawalSettledEvent extends OfWithdrawal {
  readonly type: 'withdrawalSettled';
  /** Asset in which the network was paid; 0 where it cost nothing. */
  readonly networkAssetId: number;
  readonly networkFee: Amount;
}

/** The amount is free again, and the fee is kept. */
export interface WithdrawalFailedEvent extends OfWithdrawal {
  readonly type: 'withdrawalFailed';
  /** Asset in which the network was paid; 0 where it cost nothing. */
  readonly networkAssetId: number;
  readonly networkFee: Amount;
}

export interface PayoutSettledEvent extends OfWithdrawal {
  readonly type: 'payoutSettled';
  /** A house account. */
  readonly toUserId: number;
}

export interface WithdrawalReleasedEvent extends OfWithdrawal {
  readonly type: 'withdrawalReleased';
  readonly reason: WithdrawalReleaseReason;
}

export interface BalanceCorrectedEvent {
  readonly type: 'balanceCorrected';
  readonly correctionNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** A house account. */
  readonly fromUserId: number;
  readonly reasonCode: CorrectionReason;
  readonly reason: string;
}

export type CustodyEvent =
  | DepositCreditedEvent
  | DepositHeldEvent
  | DepositRestoredEvent
  | DepositHoldEndedEvent
  | RechargeCreditedEvent
  | DepositReversedEvent
  | WithdrawalRequestedEvent
  | WithdrawalSettledEvent
  | PayoutSettledEvent
  | WithdrawalReleasedEvent
  | WithdrawalFailedEvent
  | BalanceCorrectedEvent;

export type CustodyRejection =
  | 'DEPOSIT_KNOWN'
  /** Never credited, reversed before, or credited more than 7 days ago. */
  | 'DEPOSIT_NOT_REVERSIBLE'
  /** Another deposit stands for the transfer, or an earlier one of its transaction is taken back and has to stand again. */
  | 'TRANSFER_KNOWN'
  /** The chain took the deposit back once more since, or it stands again already. */
  | 'DEPOSIT_TURN_OLD'
  /** A deposit of the user left its chain, and a part of it is not there any more: withdrawals of the asset wait. */
  | 'DEPOSIT_TAKEN_BACK'
  | 'WITHDRAWAL_KNOWN'
  | 'UNKNOWN_WITHDRAWAL'
  /** It was settled or released. */
  | 'WITHDRAWAL_ENDED'
  | 'NETWORK_COST_KNOWN'
  | 'CORRECTION_KNOWN';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly custody: CustodyRejection;
  }
}
