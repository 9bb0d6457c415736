export { type ConnectRecorderOptions, connectRecorder } from './bus-recorder.ts';
export type { Recorder, RecorderSink } from './link.ts';
export type { ChainEnd, ChainedTick, FeedFacts, RecordedSymbol } from './messages.ts';
export { openRecorder, recordHere } from './open-recorder.ts';
export {
  openRecorderProcess,
  type RecorderCore,
  type RecorderProcess,
  type RecorderProcessOptions,
} from './process.ts';
export { TickLine } from './tick-line.ts';
export { VenueQuotes } from './venue-quotes.ts';
