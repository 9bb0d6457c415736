import type { SymbolState } from '@candor/kernel';
import { type MarketChangeKind, marketChangeKinds, symbolStates } from './codes.ts';

/** A symbol's state or terms; null for what a change did not touch. */
interface MarketValues {
  readonly state: SymbolState | null;
  /** 0 for no bound. */
  readonly priceBandPpm: number | null;
}

/** The listing of a symbol, or a change to it. */
export interface MarketChangeRecord {
  readonly seq: number;
  readonly timeMs: number;
  readonly kind: MarketChangeKind;
  /** Nulls for a listing. */
  readonly before: MarketValues;
  readonly after: MarketValues;
  /** Reason as published; empty where the command carries none. */
  readonly reason: string;
}

/** The listing of a symbol: a spot market or a perpetual. */
export interface ListingRecord {
  readonly symbolId: number;
  readonly timeMs: number;
}

/** `pg` gives 64-bit integers as decimal strings. */
type Int8 = string;

export interface MarketChangeRow {
  readonly seq: Int8;
  readonly kind: number;
  readonly state: number | null;
  readonly price_band_ppm: number | null;
  readonly earlier_state: number | null;
  readonly earlier_price_band_ppm: number | null;
  readonly reason: string;
  readonly time_ms: Int8;
}

export function toMarketChange(row: MarketChangeRow): MarketChangeRecord {
  const stateOf = (code: number | null) => (code === null ? null : symbolStates.word(code));
  return {
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    kind: marketChangeKinds.word(row.kind),
    before: {
      state: row.state === null ? null : stateOf(row.earlier_state),
      priceBandPpm: row.price_band_ppm === null ? null : row.earlier_price_band_ppm,
    },
    after: { state: stateOf(row.state), priceBandPpm: row.price_band_ppm },
    reason: row.reason,
  };
}
