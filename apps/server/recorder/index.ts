export type { Recorder, RecorderSink } from './link.ts';
export type { ChainEnd, ChainedTick, RecordedSymbol } from './messages.ts';
export { openRecorder, recordHere } from './open-recorder.ts';
export { TickLine } from './tick-line.ts';
export { VenueQuotes } from './venue-quotes.ts';
