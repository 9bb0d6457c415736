import type { FeedStatus, VenueStatus } from '../feeds/index.ts';

/** The market's clock is extrapolated from the last message by at most this much. */
const MOST_AHEAD_MS = 1_000;

/** The last received status of a feed that plays in another process. */
export class HeardStatus {
  readonly #now: () => number;
  /** The speed of the market's clock while a replay plays. */
  readonly #speed: number;
  #status: FeedStatus;
  #heardMs: number;

  constructor(status: FeedStatus, options: { readonly now: () => number; readonly speed: number }) {
    this.#now = options.now;
    this.#speed = options.speed;
    this.#status = status;
    this.#heardMs = this.#now();
  }

  hear(status: FeedStatus): void {
    this.#status = status;
    this.#heardMs = this.#now();
  }

  /** `lost` is the reason why the feed is unreachable, or null if it is reachable. */
  status(lost: string | null): FeedStatus {
    if (lost === null) return { ...this.#status, marketTimeMs: this.marketTimeMs() };
    const venues: VenueStatus[] = this.#status.venues.map((venue) => ({ ...venue, connected: false }));
    return { ...this.#status, phase: 'stalled', note: lost, venues };
  }

  /** Returns a replay's clock: its last received time plus the time since. Other feeds use this machine's clock. */
  marketTimeMs(): number {
    const nowMs = this.#now();
    const { kind, phase, marketTimeMs } = this.#status;
    if (kind !== 'replay') return nowMs;
    if (phase !== 'running' || !Number.isFinite(this.#speed)) return marketTimeMs;
    const sinceMs = Math.max(0, nowMs - this.#heardMs) * this.#speed;
    return Math.floor(marketTimeMs + Math.min(MOST_AHEAD_MS, sinceMs));
  }
}
