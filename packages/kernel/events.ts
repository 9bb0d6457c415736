import type { Amount, PriceTicks } from '@candor/money';
import type { ChangeEvent } from './changes/events.ts';
import type { EntryKind } from './ledger/entry-kinds.ts';
import type { WalletName } from './ledger/wallets.ts';
import type { Outcome } from './outcome-kinds.ts';
import type { Vocabulary } from './products/vocabulary.ts';
import type { RejectionCode } from './rejections.ts';
import type { DoneReason, OrderStatus } from './vocabulary.ts';

export type {
  AnnouncedChange,
  ChangeAnnouncedEvent,
  ChangeEnd,
  ChangeEndedEvent,
  EndedChange,
} from './changes/events.ts';
export type { DoneReason, EntryKind, OrderStatus, Outcome, RejectionCode };

/**
 * One side of a double entry. `account` is a user's wallet (> 0, see ledger/wallets; the spot wallet's is the user id)
 * or a named house account (see ledger/accounts).
 */
export interface Posting {
  readonly account: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** The account's balance after the posting, holds included. */
  readonly balance: Amount;
}

export interface EntryEvent {
  readonly type: 'entry';
  readonly kind: EntryKind;
  /** The trade id for trades and fees, else 0. */
  readonly tradeId: number;
  readonly orderId: number;
  readonly postings: readonly Posting[];
}

/** Available and held of one user in one asset after the command: one per changed (user, asset), last. */
export interface BalanceEvent {
  readonly type: 'balance';
  readonly userId: number;
  /** Wallet of the user that holds the balance. */
  readonly wallet: WalletName;
  readonly assetId: number;
  readonly available: Amount;
  readonly held: Amount;
}

export interface IndexEvent {
  readonly type: 'index';
  readonly tickNo: number;
  readonly symbolId: number;
  /** Null while the index is stale. */
  readonly priceTicks: PriceTicks | null;
  readonly venuesUsed: number;
}

/** Genesis, listings, fees, venues and accounts: whoever keeps a catalogue reads the view again. */
export interface CatalogueEvent {
  readonly type: 'catalogue';
}

export type KernelEvent =
  | EntryEvent
  | BalanceEvent
  | IndexEvent
  | CatalogueEvent
  | ChangeEvent
  | Vocabulary['event'];

export interface Applied {
  readonly outcome: Outcome;
  /**
   * On a rejection and on a repeated key only what fell due before the command. Made when first read: pass the whole
   * result on where it is not.
   */
  readonly events: readonly KernelEvent[];
}
