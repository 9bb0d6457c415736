import { RECONNECT_DELAY_MS } from '@candor/products';

/** Longest pause between tries, before chance. */
const LONGEST_MS = 30_000;
/** A connection that was open for this long, and spoke, was a good one: the next pause is the shortest again. */
const STOOD_MS = 10_000;

export interface Reconnect {
  /** A connection was begun, which may never open. */
  begun(): void;
  /** The connection that was begun is open. */
  opened(): void;
  /**
   * The connection that was begun is lost, or never came about. `silentMs` is the silence before one that was given up
   * for it: a server that accepts and says nothing did not stand. Returns the pause before the next one, in ms.
   */
  lost(silentMs?: number): number;
}

/**
 * Pauses between the tries of a socket: the published delay at first, doubled with each try that brought no connection which
 * lasts, each longer by chance by up to itself, so that all pages of a server that restarts do not come back at once.
 * `random` is chance from 0 to below 1, `nowMs` any steady clock.
 */
export function createReconnect(random: () => number, nowMs: () => number): Reconnect {
  let failures = 0;
  let openedAtMs: number | null = null;
  return {
    begun() {
      openedAtMs = null;
    },
    opened() {
      openedAtMs = nowMs();
    },
    lost(silentMs = 0) {
      if (openedAtMs !== null && nowMs() - openedAtMs - silentMs >= STOOD_MS) failures = 0;
      const pauseMs = Math.min(LONGEST_MS, RECONNECT_DELAY_MS * 2 ** failures);
      failures += 1;
      return pauseMs * (1 + random());
    },
  };
}
