import type { Amount } from '@candor/money';
import type { StreamedAccrual, StreamedVersion } from '../../earn/streamed-terms.ts';
import type { SwapQuote } from '../../swap-desk.ts';

/** A new version of a coin's gears holds from here on. */
export interface MiningTermsSetEvent extends StreamedVersion {
  readonly type: 'miningTermsSet';
  readonly assetId: number;
}

/** A coin's pool was added to or given back from. */
export interface MiningFundedEvent {
  readonly type: 'miningFunded';
  readonly assetId: number;
  /** Holdings of the pool, before and after. */
  readonly before: Amount;
  readonly after: Amount;
  /** Part of it that is owed, rounded up. */
  readonly owed: Amount;
  /** The house user; 0 for practice custody. */
  readonly fromUserId: number;
  readonly reason: string;
  /** Paid seconds of the coin until then. */
  readonly seconds: number;
}

/** The pool paid its last whole second: nothing accrues until it is funded. */
export interface MiningPoolEndedEvent {
  readonly type: 'miningPoolEnded';
  readonly assetId: number;
  /** The whole second (Unix) at which it ended, also where that was noticed later. */
  readonly endSecond: number;
  readonly pool: Amount;
  readonly owed: Amount;
  /** Paid seconds of the coin until then. */
  readonly seconds: number;
}

/** A user joined with an address. */
export interface MiningJoinedEvent {
  readonly type: 'miningJoined';
  readonly userId: number;
  readonly address: string;
}

/** Another address waits to join in place of a user's. One that waited before waits no more. */
export interface MiningMoveAskedEvent {
  readonly type: 'miningMoveAsked';
  readonly userId: number;
  readonly address: string;
  /** From when it can join, in ms: a week after the command. */
  readonly opensMs: number;
}

/** An address waits no more. */
export interface MiningMoveCancelledEvent {
  readonly type: 'miningMoveCancelled';
  readonly userId: number;
  readonly address: string;
}

/** A user joined with another address in place of the earlier one. */
export interface MiningAddressMovedEvent {
  readonly type: 'miningAddressMoved';
  readonly userId: number;
  readonly before: string;
  readonly address: string;
}

/** Facts that every change of a user's position has. Its entry names it as `orderId`. */
interface OfPosition extends StreamedAccrual {
  readonly moveId: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** Coins were locked. */
export interface MiningLockedEvent extends OfPosition {
  readonly type: 'miningLocked';
  readonly heldAfter: Amount;
  /** Number of the gears that the user accepted, which held. */
  readonly termsNo: number;
}

/** Locked coins returned. */
export interface MiningUnlockedEvent extends OfPosition {
  readonly type: 'miningUnlocked';
  readonly heldAfter: Amount;
}

/** Earned units became rewards: the receipt of mining. `amount` is floor(earned / (86,400 × 10⁶)). */
export interface MiningClaimedEvent extends OfPosition {
  readonly type: 'miningClaimed';
  /** Rest below a unit that is kept, in units × 86,400 × 10⁶. */
  readonly rest: bigint;
  /** All claims so far, this one among them. */
  readonly claimed: Amount;
  /** Rewards of the coin after it. */
  readonly rewards: Amount;
  readonly pool: Amount;
}

/** Rewards were converted by a swap's quote. Its entry names the quote's `swapId`. */
export interface MiningConvertedEvent extends SwapQuote {
  readonly type: 'miningConverted';
  /** Rewards of both coins after it. */
  readonly fromRewards: Amount;
  readonly toRewards: Amount;
}

/** Rewards left for the address that joined, with the event of the withdrawal's request right behind. */
export interface MiningWithdrawnEvent {
  readonly type: 'miningWithdrawn';
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  /** Amount and fee. */
  readonly amount: Amount;
  readonly address: string;
  /** Rewards of the coin after it. */
  readonly rewards: Amount;
}

/** A withdrawal of rewards was not paid, or its recipient's code refused it: they are rewards again. */
export interface MiningReturnedEvent {
  readonly type: 'miningReturned';
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  /** All of it, or all but the fee where the network took its price. */
  readonly amount: Amount;
  readonly rewards: Amount;
}

export type MiningEvent =
  | MiningTermsSetEvent
  | MiningFundedEvent
  | MiningPoolEndedEvent
  | MiningJoinedEvent
  | MiningMoveAskedEvent
  | MiningMoveCancelledEvent
  | MiningAddressMovedEvent
  | MiningLockedEvent
  | MiningUnlockedEvent
  | MiningClaimedEvent
  | MiningConvertedEvent
  | MiningWithdrawnEvent
  | MiningReturnedEvent;

export type MiningRejection =
  /** The coin has no gears now. */
  | 'MINING_CLOSED'
  /** The user has not joined. */
  | 'MINING_NOT_JOINED'
  /** The user joined before, with this or another address. */
  | 'MINING_JOINED'
  /** Somebody joined with the address, be it earlier. */
  | 'MINING_ADDRESS_TAKEN'
  /** The address was not asked for in place of the joined one, or less than a week ago. */
  | 'MINING_WALLET_WAITS'
  /** The gears that were accepted are not those of now. */
  | 'MINING_TERMS_CHANGED'
  /** The amount that would be held is below the lowest gear. */
  | 'MINING_AMOUNT'
  /** Less than that is locked. */
  | 'MINING_NOT_LOCKED'
  /** The pool has ended: a lock would earn nothing. */
  | 'MINING_POOL_EMPTY'
  /** Less than a unit is earned. */
  | 'MINING_NOTHING_EARNED'
  /** Fewer rewards than that. */
  | 'MINING_REWARDS'
  /** Rewards leave for the address alone that their owner joined with. */
  | 'MINING_ADDRESS';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly mining: MiningRejection;
  }
}
