import type { PastCandles, VenueLevel } from '../types.ts';

/** One event of a recording, at a moment of the market's clock: a book or a trade. */
export type RecordedEvent =
  | {
      readonly kind: 'book';
      readonly timeMs: number;
      readonly symbol: string;
      readonly bids: readonly VenueLevel[];
      readonly asks: readonly VenueLevel[];
    }
  | {
      readonly kind: 'trade';
      readonly timeMs: number;
      readonly symbol: string;
      readonly id: string;
      readonly price: bigint;
      readonly quantity: bigint;
      readonly takerSide: 'buy' | 'sell';
    };

/** Recorded market data of one file or folder. */
export interface Recording {
  /** File or folder name, without its path. */
  readonly name: string;
  readonly symbols: readonly string[];
  /** Time of the market's clock at the beginning. */
  readonly startMs: number;
  /** In plain English: what is played, and what of it was recorded. */
  readonly note: string;
  /** Folders of candle files that lie beside it: its past, unless another is given. */
  readonly candleFolders: readonly string[];
  /** From the beginning, in order of time. Throws RecordingError where a line is not what it should be. */
  events(): AsyncIterable<RecordedEvent>;
  /** Closed candles before the beginning that the recording holds itself. */
  past(): AsyncIterable<PastCandles>;
}

/** A recording that is damaged or of another format. */
export class RecordingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RecordingError';
  }
}
