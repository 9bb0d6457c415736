/** One line of the table of benches. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  /** Figure of the peer in the same run; for an absolute target, that target. */
  readonly peer: number;
  /** Factor by which ours is better than the peer. */
  readonly ratio: number;
  readonly unit: string;
  readonly note: string;
}
