/** The core's resource use and committed commands since its start. */
export interface CoreUse {
  readonly cpuUs: number;
  readonly committedSeq: number;
  readonly rows: number;
}

/** The generator's task: the number of orders, the number in flight, and the number sent per turn. */
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
