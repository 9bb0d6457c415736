import type { Amount } from '@candor/money';
import type { StreamedPositionView, StreamedVersion, StreamView } from '../../earn/streamed-terms.ts';

/** Rewards of a user in one coin. */
export interface MiningRewardsView {
  readonly assetId: number;
  readonly amount: Amount;
}

/** A withdrawal of rewards that is not over. */
export interface OpenMiningWithdrawal {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** Another address that waits to join in place of its user's. */
export interface WaitingMiningMove {
  readonly address: string;
  /** From when it can join, by the journal's clock, in ms. */
  readonly opensMs: number;
  /** True once it can. */
  readonly isOpen: boolean;
}

/** View of mining for others. */
export interface MiningView {
  /** Users who joined. */
  participants(): number;
  /** All coins that ever had gears, counted up to now, in the order of their numbers. */
  streams(): readonly StreamView[];
  /** A coin's stream; null for one that never had gears. */
  stream(assetId: number): StreamView | null;
  /** All versions of a coin's gears, the first one first. */
  versions(assetId: number): readonly StreamedVersion[];
  /** The address that a user joined with; '' for none. */
  addressOf(userId: number): string;
  /** The address that waits to join in place of a user's; null for none. */
  waitingMove(userId: number): WaitingMiningMove | null;
  /** The user who joined with an address, be it earlier; 0 for none. */
  userOf(address: string): number;
  /** A user's positions, counted up to now, in the order of their coins. */
  positions(userId: number): readonly StreamedPositionView[];
  /** A user's rewards, in the order of their coins; those of 0 left out. */
  rewards(userId: number): readonly MiningRewardsView[];
  /** A user's withdrawals of rewards that are not over, by number. */
  openWithdrawals(userId: number): readonly OpenMiningWithdrawal[];
}
