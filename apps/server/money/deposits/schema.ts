/** `approved`: its credit is promised. */
export type RechargeState = 'review' | 'approved' | 'rejected';

/**
 * - `seen`: in a block, not confirmed.
 * - `credited`: confirmed and credited by one command.
 * - `dust`: confirmed, and under the minimum together with earlier dust.
 * - `gone`: its block left the chain before it was confirmed.
 * - `taken-back`: its block left the chain after it was credited. What is free of it is held; it stands again if the chain
 *   takes its transaction again, else two operators reverse it.
 * - `returned`: taken back, and in a block again, not confirmed.
 * - `reduced`: taken back, and confirmed again with a smaller amount: two operators reverse the difference.
 * - `reversed`: taken back, and the ledger too.
 * - `unlisted`: an amount that no ledger holds. Support sees it.
 */
export type DepositState =
  | 'seen'
  | 'credited'
  | 'dust'
  | 'gone'
  | 'taken-back'
  | 'returned'
  | 'reduced'
  | 'reversed'
  | 'unlisted';

/** The channel that tells the process of the chains that somebody wants an address or practice coins. */
export const DEPOSITS_CHANNEL = 'candor_deposits';
