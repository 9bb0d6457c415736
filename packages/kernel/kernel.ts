import type { AnnouncedChange, EndedChange } from './changes/events.ts';
import type { Envelope, TermsChange } from './commands.ts';
import type { Applied, Outcome, RejectionCode } from './events.ts';
import type { WalletKind } from './ledger/wallets.ts';
import type { ProductViews } from './products/list.ts';
import type { SymbolInfo } from './symbols.ts';
import type {
  AssetInfo,
  BalanceView,
  ChainView,
  FeedKind,
  IndexView,
  LedgerSum,
  Mode,
} from './vocabulary.ts';

export type {
  AssetInfo,
  BalanceView,
  ChainView,
  DepthLevel,
  DepthView,
  IndexView,
  LedgerSum,
} from './vocabulary.ts';
export type { SymbolInfo };

/** The shared part of a kernel's state as others may read it. */
export interface CoreView {
  readonly seq: number;
  readonly timeMs: number;
  /** From this time on some product has something to do: a tick is then wanted. Infinity when nothing is due. */
  readonly nextDueMs: number;
  readonly mode: Mode | null;
  readonly feed: FeedKind | null;
  readonly seedHash: string | null;
  assets(): readonly AssetInfo[];
  symbols(): readonly SymbolInfo[];
  hasAccount(userId: number): boolean;
  /** True when a command under this key at this time would be a new one: neither known nor refused for its key. */
  isNewKey(userId: number, key: string, timeMs: number): boolean;
  /**
   * Returns the answer to a command of this user under this key without performing it: the outcome of the first, or why
   * the key is refused. Null for a key that is new. `bodyHash` is the command's.
   */
  usedKey(userId: number, key: string, bodyHash: string | null): Outcome | null;
  /**
   * Returns the balances of one of the user's wallets, the spot wallet unless named; `symbolId` for an isolated one.
   */
  balances(userId: number, kind?: WalletKind, symbolId?: number): readonly BalanceView[];
  index(symbolId: number): IndexView | null;
  readonly chain: ChainView;
  ledgerSums(): readonly LedgerSum[];
  /** Announced changes of terms, the next to apply first. */
  announcedChanges(): readonly AnnouncedChange[];
  /** Returns what is wrong with terms that would be announced now, notice apart; null if nothing is. */
  changeProblem(change: TermsChange): RejectionCode | null;
  /** The changes that ended last, up to 200, the newest first. */
  endedChanges(): readonly EndedChange[];
}

/**
 * A kernel's state as others may read it, each product's part under its name. Never kept across a command: read, use,
 * drop.
 */
export interface KernelView extends CoreView, ProductViews {}

/** Applies commands, beside what may be read. */
export interface CoreKernel extends CoreView {
  /** Checks everything first, then posts: ends with events or with a typed rejection, never half. */
  apply(envelope: Envelope): Applied;
  /** The whole state as bytes; `loadKernel` of them gives a kernel with the same hash. */
  snapshot(): Uint8Array;
  /** A digest of the whole state, as 16 hex digits or more. */
  stateHash(): string;
  /** The same where the state's bytes are not many more than `maxBytes`; null, and soon, where they are. */
  stateHashWithin(maxBytes: number): string | null;
}

/** A deterministic machine: the same envelopes in the same order give the same events and the same state hash. */
export interface Kernel extends CoreKernel, ProductViews {}
