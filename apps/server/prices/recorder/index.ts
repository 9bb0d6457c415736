export { askFeedStatus } from './ask-feed-status.ts';
export { type ConnectRecorderOptions, connectRecorder } from './bus-recorder.ts';
export type { ChainEnd, ChainedTick, FeedFacts, RecordedSymbol } from './messages.ts';
export { feedLook } from './metrics.ts';
export {
  openRecorderProcess,
  type RecorderCore,
  type RecorderProcess,
  type RecorderProcessOptions,
} from './process.ts';
export { type Recorder, type RecorderSink, recordHere } from './recorder.ts';
export { TickLine } from './tick-line.ts';
export { VenueQuotes } from './venue-quotes.ts';
