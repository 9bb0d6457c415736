/** Realtime counters for /metrics since the process started; names are in Prometheus's style without the prefix. */
export interface Counters {
  /** Writes and bytes handed to sockets. */
  writes: number;
  bytesSent: number;
  /** Channel updates that a slow client got as one later state instead. */
  conflated: number;
  /** Clients dropped for reading too slowly, for giving no sign of life, and for sending too much. */
  droppedSlow: number;
  droppedIdle: number;
  droppedRate: number;
  /** Upgrades refused: wrong path or origin, too many of one address. */
  refusedUpgrades: number;
  /** Client messages that were no valid message. */
  malformed: number;
  /** Bus messages that were no valid message: a fault of ours. */
  badBusMessages: number;
  /** Times that the book or an account was read again because the committed events did not fit. */
  resyncs: number;
  authFailures: number;
}

export const createCounters = (): Counters => ({
  writes: 0,
  bytesSent: 0,
  conflated: 0,
  droppedSlow: 0,
  droppedIdle: 0,
  droppedRate: 0,
  refusedUpgrades: 0,
  malformed: 0,
  badBusMessages: 0,
  resyncs: 0,
  authFailures: 0,
});
