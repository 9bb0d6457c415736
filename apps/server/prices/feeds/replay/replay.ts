import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import type { FeedPhase, FeedSink, FeedVenue, MarketFeed } from '../types.ts';
import type { RecordedEvent, Recording } from './recording.ts';

/** The venue of a recording; in practice mode one venue is quorum enough. */
export const RECORDED_VENUE: FeedVenue = { venueId: 11, name: 'Recorded venue', weightPpm: 1_000_000 };

export interface ReplayOptions {
  readonly recording: Recording;
  /** Multiple of the recorded speed; Infinity for as fast as it goes. */
  readonly speed: number;
  /** Begins again at the end; else the feed ends there and its prices go stale. */
  readonly loop: boolean;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const BREATHE_EVERY = 200;
/** Waits shorter than this are not worth a timer. */
const LEAST_WAIT_MS = 4;

/**
 * Plays a recording as a feed. The market's clock is the recorded one; books carry this machine's time, so that they
 * are fresh while they play.
 */
export function createReplay({ recording, speed, loop, now, log }: ReplayOptions): MarketFeed {
  const stopping = new AbortController();
  let phase: FeedPhase = 'starting';
  let round = 1;
  let trouble: string | null = null;
  let begunMs = 0;
  let reachedMs = recording.startMs;
  let running: Promise<void> = Promise.resolve();

  const wait = async (untilMs: number): Promise<void> => {
    const waitMs = begunMs + (untilMs - recording.startMs) / speed - now();
    if (waitMs > LEAST_WAIT_MS) await sleep(waitMs, undefined, { signal: stopping.signal });
  };

  const playOnce = async (sink: FeedSink): Promise<void> => {
    let count = 0;
    for await (const event of recording.events()) {
      await wait(event.timeMs);
      stopping.signal.throwIfAborted();
      reachedMs = Math.max(reachedMs, event.timeMs);
      deliver(sink, event, now());
      count += 1;
      if (count % BREATHE_EVERY === 0) await breathe();
    }
  };

  const play = async (sink: FeedSink): Promise<void> => {
    for (;;) {
      begunMs = now();
      reachedMs = recording.startMs;
      phase = 'running';
      await playOnce(sink);
      if (!loop) break;
      round += 1;
      reachedMs = recording.startMs;
      sink.restarted();
      await breathe();
    }
    phase = 'ended';
  };

  /** Between two events the clock runs on, but never past what was played by more than a recorded second. */
  const clock = (): number => {
    if (phase !== 'running') return reachedMs;
    if (!Number.isFinite(speed)) return reachedMs;
    const runMs = recording.startMs + (now() - begunMs) * speed;
    return Math.floor(Math.min(Math.max(runMs, reachedMs), reachedMs + 1_000));
  };

  return {
    kind: 'replay',
    source: `replay:${recording.name}`,
    symbols: recording.symbols,
    candleFolders: recording.candleFolders,
    venues: [RECORDED_VENUE],
    primaryVenueId: RECORDED_VENUE.venueId,
    async start(sink) {
      running = play(sink).catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        phase = 'stalled';
        trouble = `The recording cannot be played on: ${error instanceof Error ? error.message : error}`;
        log(trouble);
      });
    },
    async stop() {
      stopping.abort();
      await running;
      phase = 'stopped';
    },
    status: () => ({
      kind: 'replay',
      phase,
      note: noteOf(recording, { phase, round, trouble }),
      marketTimeMs: clock(),
      round,
      venues: [{ ...RECORDED_VENUE, connected: phase === 'running' }],
    }),
    marketTimeMs: clock,
    openMinutes: () => new Map(),
    past: (sinceMs) => (sinceMs === null ? recording.past() : nothing()),
  };
}

/** The state of a replay that its note tells. */
interface Playing {
  readonly phase: FeedPhase;
  readonly round: number;
  readonly trouble: string | null;
}

function noteOf({ note }: Recording, { phase, round, trouble }: Playing): string {
  if (trouble !== null) return trouble;
  if (phase === 'ended') return `${note} The recording has ended.`;
  return round === 1 ? note : `${note} Playing for the ${ordinal(round)} time.`;
}

async function* nothing(): AsyncGenerator<never> {}

function deliver(sink: FeedSink, event: RecordedEvent, timeMs: number): void {
  const { venueId } = RECORDED_VENUE;
  if (event.kind === 'book') {
    sink.book({ venueId, symbol: event.symbol, bids: event.bids, asks: event.asks, timeMs });
    return;
  }
  const { symbol, id, price, quantity, takerSide } = event;
  sink.trade({ venueId, symbol, id, price, quantity, takerSide, marketTimeMs: event.timeMs });
}

function ordinal(count: number): string {
  const last = count % 10;
  const teen = count % 100 > 10 && count % 100 < 14;
  if (teen || last === 0 || last > 3) return `${count}th`;
  return `${count}${['st', 'nd', 'rd'][last - 1]}`;
}
