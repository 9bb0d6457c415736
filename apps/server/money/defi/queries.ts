import type { KernelView } from '@candor/kernel';

/** Live reads of mining. */
export const miningQueries = {
  /** Streams of all coins, who takes part, and changes that were announced. */
  miningState: (view: KernelView) => ({
    streams: view.mining.streams(),
    participants: view.mining.participants(),
    announced: view.announcedChanges().filter(({ change }) => change.type === 'setMiningTerms'),
    seq: view.seq,
  }),
  /** The stream of the coin that is mined, with all versions of its gears: what its index follows from. */
  miningIndex: (view: KernelView) => {
    const [stream = null] = view.mining.streams();
    return { stream, versions: stream === null ? [] : view.mining.versions(stream.assetId), seq: view.seq };
  },
  /** A user's node: address, positions and rewards, with the streams that they are of. */
  miningOf: (view: KernelView, userId: number) => ({
    address: view.mining.addressOf(userId),
    positions: view.mining.positions(userId),
    rewards: view.mining.rewards(userId),
    streams: view.mining.streams(),
    seq: view.seq,
  }),
  /** The address that a user joined with; '' for none. */
  miningJoinedWith: (view: KernelView, userId: number) => view.mining.addressOf(userId),
  /** The address that waits to join in place of a user's, by the ledger; null for none. */
  miningWaitingMove: (view: KernelView, userId: number) => view.mining.waitingMove(userId),
  /** The user who joined with an address, be it earlier; 0 for none. */
  miningJoinedBy: (view: KernelView, address: string) => view.mining.userOf(address),
  /** Those of withdrawals that rewards leave by, by their numbers. */
  rewardWithdrawals: (
    view: KernelView,
    asked: readonly { readonly withdrawalNo: number; readonly userId: number }[],
  ) =>
    asked
      .filter(({ withdrawalNo, userId }) =>
        view.mining.openWithdrawals(userId).some((open) => open.withdrawalNo === withdrawalNo),
      )
      .map(({ withdrawalNo }) => withdrawalNo),
  /** All data of the operators' desk; `houseUserId` is the account that may add to the pools. */
  miningDesk: (view: KernelView, houseUserId: number) => ({
    mode: view.mode,
    streams: view.mining.streams(),
    participants: view.mining.participants(),
    house: view.hasAccount(houseUserId) ? view.balances(houseUserId) : [],
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly mining: typeof miningQueries;
  }
}
