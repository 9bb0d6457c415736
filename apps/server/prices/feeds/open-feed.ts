import { LISTED_SYMBOLS } from '../listing/listed.ts';
import type { FeedChoice } from './choice.ts';
import { createLive } from './live/live.ts';
import { openRecording } from './replay/open-recording.ts';
import { createReplay } from './replay/replay.ts';
import { createSimulator } from './simulator/simulator.ts';
import type { MarketFeed } from './types.ts';

export interface FeedOptions {
  readonly choice: FeedChoice;
  /** Speed of a replay, as a multiple of the recorded one. */
  readonly speed: number;
  /** The simulator's secret. */
  readonly seed: Uint8Array;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Opens the feed of one's choice. A replay begins again at its end. Throws StartupError when there is nothing to play. */
export async function openFeed({ choice, speed, seed, now, log }: FeedOptions): Promise<MarketFeed> {
  if (choice.kind === 'simulator') return createSimulator(seed, now);
  if (choice.kind === 'replay') {
    const recording = await openRecording(choice.path, log);
    return createReplay({ recording, speed, loop: true, now, log });
  }
  return createLive({ venues: choice.venues, symbols: LISTED_SYMBOLS, now, log });
}
