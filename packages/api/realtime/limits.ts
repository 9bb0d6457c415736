/** The pace and the limits of both sockets. No schemas: browsers load this module. */

/** Depth updates, candles, details and trades leave at most this often. */
export const FLUSH_MS = 100;

export const HEARTBEAT_MS = 1_000;

/** No message for this long means that the data is stale. */
export const STALE_MS = 2_500;

/** A client that heard nothing for this long opens its socket again. */
export const DEAD_MS = 12_000;

export const AUTH_TIMEOUT_MS = 5_000;

/** Levels a side of a depth snapshot. */
export const DEPTH_LEVELS = 500;

/** Close codes of both sockets beyond the standard ones. */
export const closeCodes = {
  /** The token is of no session, or of another user. */
  unauthenticated: 4401,
  /** The session ended. */
  signedOut: 4402,
  /** No token in time, which a slow network can cause: the client connects again. */
  authTimeout: 4407,
  /** No sign of life from the client. */
  heartbeat: 4408,
  /** The client read too slowly. */
  slow: 4413,
  /** Too many messages. */
  rateLimited: 4429,
} as const;
