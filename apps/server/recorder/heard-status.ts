import type { FeedStatus, VenueStatus } from '../feeds/index.ts';

/** How far the market's clock is carried on from what was heard last, at most. */
const MOST_AHEAD_MS = 1_000;

/** The status of a feed that plays elsewhere, as it was heard last. */
export class HeardStatus {
  readonly #now: () => number;
  /** How fast the market's clock goes while a replay plays. */
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

  /** `lost` says why the feed is out of reach, null while it is not. */
  status(lost: string | null): FeedStatus {
    if (lost === null) return { ...this.#status, marketTimeMs: this.marketTimeMs() };
    const venues: VenueStatus[] = this.#status.venues.map((venue) => ({ ...venue, connected: false }));
    return { ...this.#status, phase: 'stalled', note: lost, venues };
  }

  /** The clock of a replay as it was heard last, carried on by what has passed since; else the clock of this machine. */
  marketTimeMs(): number {
    const nowMs = this.#now();
    const { kind, phase, marketTimeMs } = this.#status;
    if (kind !== 'replay') return nowMs;
    if (phase !== 'running' || !Number.isFinite(this.#speed)) return marketTimeMs;
    const sinceMs = Math.max(0, nowMs - this.#heardMs) * this.#speed;
    return Math.floor(marketTimeMs + Math.min(MOST_AHEAD_MS, sinceMs));
  }
}
