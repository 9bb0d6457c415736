import type { FeedChoice } from '../config/index.ts';
import { createSimulator } from './simulator/simulator.ts';
import type { MarketFeed } from './types.ts';

export interface FeedOptions {
  readonly choice: FeedChoice;
  /** How many times faster than recorded a replay plays. */
  readonly speed: number;
  /** The simulator's secret. */
  readonly seed: Uint8Array;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Opens the feed of one's choice. Throws StartupError when there is nothing to play. */
export async function openFeed(options: FeedOptions): Promise<MarketFeed> {
  const { choice } = options;
  if (choice.kind === 'simulator') return createSimulator(options.seed, options.now);
  throw new Error(`no ${choice.kind}`);
}
