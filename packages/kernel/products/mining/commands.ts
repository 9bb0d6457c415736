import type { Amount } from '@candor/money';
import type { StreamedTerms } from '../../earn/streamed-terms.ts';

/**
 * Sets the gears of a coin from now on; the past keeps its rates. The first ones of a coin are sent by themselves, all
 * later ones are announced changes. Without gears nobody earns and nobody locks.
 */
export interface SetMiningTerms extends StreamedTerms {
  readonly type: 'setMiningTerms';
}

/** Sets the first gears of all: refused once a coin is mined, so that two who open different coins open one. */
export interface OpenMining extends StreamedTerms {
  readonly type: 'openMining';
}

/**
 * Adds to the pool that pays a coin's rewards: from a house user's spot wallet or, with user 0 in practice mode, from
 * practice custody. Below 0 it goes back to the house user: never what is owed, nor what all who hold earn at the present
 * rate within the notice of lower rates.
 */
export interface FundMining {
  readonly type: 'fundMining';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
  readonly reason: string;
}

/** Opens mining to a user whose call of `join()` the server has verified: once a user and once an address, for ever. */
export interface JoinMining {
  readonly type: 'joinMining';
  readonly accountUserId: number;
  /** `0x` and 40 hexadecimal digits in lower case. */
  readonly address: string;
}

/**
 * Begins the week after which another address can join in place of a user's: `MINING_WALLET_WAIT_MS` by the journal's clock. It
 * takes the place of an address that waits already, and none of its time.
 */
export interface AskMiningMove {
  readonly type: 'askMiningMove';
  readonly accountUserId: number;
  /** `0x` and 40 hexadecimal digits in lower case. */
  readonly address: string;
}

/** Ends the waiting of an address, at any time before it joined. Refused where the user waits for no such address. */
export interface CancelMiningMove {
  readonly type: 'cancelMiningMove';
  readonly accountUserId: number;
  readonly address: string;
}

/**
 * Joins a user who has joined with another address in place of the earlier one: rewards leave for it alone from then on. The
 * server has verified its call of `join()`. Refused unless this address was asked for a week before. No address is ever free
 * again.
 */
export interface MoveMining {
  readonly type: 'moveMining';
  readonly accountUserId: number;
  /** `0x` and 40 hexadecimal digits in lower case. */
  readonly address: string;
}

/**
 * Locks coins of the sender's spot wallet, by the gears that the sender accepted: others refuse it. What is held in all must
 * reach the lowest gear.
 */
export interface LockMining {
  readonly type: 'lockMining';
  readonly assetId: number;
  readonly amount: Amount;
  /** Number of the gears that were accepted. */
  readonly termsNo: number;
}

/** Returns locked coins to the sender's spot wallet at once. What was earned stays to be claimed. */
export interface UnlockMining {
  readonly type: 'unlockMining';
  readonly assetId: number;
  readonly amount: Amount;
}

/** Moves the whole units that the sender earned from the pool to the sender's rewards. */
export interface ClaimMining {
  readonly type: 'claimMining';
  readonly assetId: number;
}

/** Asks for a swap's quote for a part of the sender's rewards. It replaces the sender's open quote. */
export interface QuoteMiningRewards {
  readonly type: 'quoteMiningRewards';
  readonly fromAssetId: number;
  readonly toAssetId: number;
  readonly amount: Amount;
}

/** Converts rewards by an open quote of the sender, at its rate or not at all. What arrives are rewards too. */
export interface ConvertMiningRewards {
  readonly type: 'convertMiningRewards';
  readonly swapId: number;
}

/**
 * Moves rewards to the owner's spot wallet and holds them there for a withdrawal to the address that joined, in one step.
 * Where the withdrawal is not paid, they are rewards again.
 */
export interface WithdrawMiningRewards {
  readonly type: 'withdrawMiningRewards';
  /** Given by the server, each number once, as for any withdrawal. */
  readonly withdrawalNo: number;
  readonly accountUserId: number;
  readonly assetId: number;
  /** Arrives at the address, in base units. */
  readonly amount: Amount;
  /** Paid to the house in the same asset, beside the amount. */
  readonly fee: Amount;
  /** The address that it is paid to: refused unless the owner joined with it. */
  readonly address: string;
}

export type MiningCommand =
  | SetMiningTerms
  | OpenMining
  | FundMining
  | JoinMining
  | AskMiningMove
  | CancelMiningMove
  | MoveMining
  | LockMining
  | UnlockMining
  | ClaimMining
  | QuoteMiningRewards
  | ConvertMiningRewards
  | WithdrawMiningRewards;
