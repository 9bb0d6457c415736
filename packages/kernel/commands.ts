import type { Amount, PriceTicks } from '@candor/money';
import type { TickRecord } from '@candor/prices';
import type { TermsChangeType } from './changes/kinds.ts';
import type { Vocabulary } from './products/vocabulary.ts';
import type { FeedKind, Mode, OrderType, QuoteLevel, Side, SymbolState, TimeInForce } from './vocabulary.ts';

export type {
  FeedKind,
  Mode,
  OrderType,
  QuoteLevel,
  Side,
  SymbolState,
  TermsChangeType,
  TickRecord,
  TimeInForce,
};

/** The first command of a journal. `seedHash` is the hex SHA-256 of the simulator's secret seed, else null. */
export interface Genesis {
  readonly type: 'genesis';
  readonly mode: Mode;
  readonly feed: FeedKind;
  readonly seedHash: string | null;
}

/** Lists an asset. `scale` is its number of decimals, at most 8. */
export interface ListAsset {
  readonly type: 'listAsset';
  readonly assetId: number;
  readonly code: string;
  readonly name: string;
  readonly scale: number;
}

/**
 * Sets the maximum distance of a limit price from the index, in parts per million of it, 0 for no bound. It applies
 * to a spot symbol or a perpetual; their ids are all different. Resting and waiting orders stay; repeating the
 * command changes nothing.
 */
export interface SetPriceBand {
  readonly type: 'setPriceBand';
  readonly symbolId: number;
  readonly priceBandPpm: number;
}

/** Opens a ledger account. House accounts share one self-trade group and are left out of reported volume. */
export interface OpenAccount {
  readonly type: 'openAccount';
  readonly accountUserId: number;
  readonly kind: 'user' | 'house';
}

/** Practice mode only: funds posted from the practice custody account. */
export interface PracticeFunds {
  readonly type: 'practiceFunds';
  readonly accountUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** One venue's best bid and ask for a symbol, in that symbol's ticks, at the venue's time. */
export interface VenueQuote {
  readonly venueId: number;
  readonly symbolId: number;
  readonly bidTicks: PriceTicks;
  readonly askTicks: PriceTicks;
  readonly venueTimeMs: number;
}

/**
 * A numbered tick of the 250 ms grid (each number above the last) with the venues' raw inputs. A quote goes stale 10
 * s after its venue's time, so an unchanged one is sent again before that. Otherwise only changed quotes are sent,
 * best sorted by symbol, which packs them tightly. The kernel computes the index itself.
 *
 * `chainedMs` is the recorder's time when it made the tick. It never decreases from tick to tick, and a value ahead
 * of the command's own time counts as that time. If absent, the tick was chained when it was journaled.
 *
 * `record` is its place in the recorder's own chain, which must follow the previous one. The hash covers the number,
 * the previous hash, the tick, the time of chaining and the quotes (see `tickBytes`). Ticks without a record are
 * accepted only until the first tick with one.
 */
export interface IndexTick {
  readonly type: 'indexTick';
  readonly tickNo: number;
  readonly chainedMs?: number;
  /** Only present with a time of chaining. */
  readonly record?: TickRecord;
  readonly quotes: readonly VenueQuote[];
}

/** Sets a venue's weight in the index, in parts per million. */
export interface SetVenue {
  readonly type: 'setVenue';
  readonly venueId: number;
  readonly name: string;
  readonly weightPpm: number;
}

/** Time passes. Nothing else moves the kernel's clock but the stamp on each command. */
export interface Tick {
  readonly type: 'tick';
}

/** A command that changes published terms. */
export type TermsChange = Extract<Vocabulary['command'], { readonly type: TermsChangeType }>;

/**
 * Announces a change of terms, with the reason that users read. It applies at `effectiveMs`, a whole minute, no sooner
 * than its notice allows and within 90 days; until then the terms that stand hold. Of each market's or asset's terms one
 * change is announced at a time.
 */
export interface ScheduleChange {
  readonly type: 'scheduleChange';
  readonly effectiveMs: number;
  readonly reason: string;
  readonly change: TermsChange;
}

/** Withdraws an announced change: the terms that stand stay. */
export interface WithdrawChange {
  readonly type: 'withdrawChange';
  readonly changeNo: number;
  readonly reason: string;
}

export type ChangeCommand = ScheduleChange | WithdrawChange;

/** Commands that belong to no product. */
export type CoreCommand =
  | Genesis
  | ListAsset
  | SetPriceBand
  | SetVenue
  | OpenAccount
  | PracticeFunds
  | IndexTick
  | Tick
  | ChangeCommand;

export type Command = CoreCommand | Vocabulary['command'];

/** A command as the sequencer stamps it. `userId` 0 is the system. */
export interface Envelope {
  readonly seq: number;
  readonly timeMs: number;
  readonly userId: number;
  /** The idempotency key (call and client's key), null where the sender gave none. */
  readonly key: string | null;
  /** Hex digest of the request's body, to refuse a key that comes back with another body. */
  readonly bodyHash: string | null;
  readonly body: Command;
}
