/** What a core has used and done since its start. */
export interface CoreUse {
  readonly cpuUs: number;
  readonly committedSeq: number;
  readonly rows: number;
}

/** What the generator is asked to do: so many orders, so many of them under way at a time, sent so many in a turn. */
export interface Flood {
  readonly orders: number;
  readonly inFlight: number;
  readonly perTurn: number;
}

export interface FloodResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
