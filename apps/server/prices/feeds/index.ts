export type { FeedChoice } from './choice.ts';
export { type FeedOptions, openFeed } from './open-feed.ts';
export { type CandleFile, candleFiles, readCandleFile } from './replay/candle-files.ts';
export { RecordingError } from './replay/recording.ts';
export { readOrMakeSeed, seedHash } from './simulator/seed.ts';
export { SIMULATED_VENUES } from './simulator/simulator.ts';
export type * from './types.ts';
