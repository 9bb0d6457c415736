import type { Amount, Lots } from '@candor/money';
import type { RejectionCode } from './rejections.ts';
import type { OrderStatus } from './vocabulary.ts';

/** Done, with nothing more to say. */
export interface PlainDone {
  readonly ok: true;
  readonly kind: 'plain';
}

/** An order was placed, changed or cancelled; filled so far. */
export interface OrderDone {
  readonly ok: true;
  readonly kind: 'order';
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly filledLots: Lots;
  readonly filledQuote: Amount;
}

/** An order waits for a price, or what it waits for was changed. */
export interface WaitingDone {
  readonly ok: true;
  readonly kind: 'waiting';
  readonly orderId: number;
}

/** A pair of which one cancels the other: the limit order rests, the stop waits. */
export interface PairDone {
  readonly ok: true;
  readonly kind: 'pair';
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly stopOrderId: number;
}

/** Quotes were changed; all that those fills took that crossed the book. */
export interface QuotesDone {
  readonly ok: true;
  readonly kind: 'quotes';
  readonly filledLots: Lots;
  readonly filledQuote: Amount;
}

/** A position was closed and opened on its other side. The order is the closing one, the quote that of both. */
export interface ReversalDone {
  readonly ok: true;
  readonly kind: 'reversal';
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly closedLots: Lots;
  readonly openedLots: Lots;
  readonly filledQuote: Amount;
}

/** Positions were closed whole, as many as `count`; of those that were to be closed, `left` are still open. */
export interface PositionsDone {
  readonly ok: true;
  readonly kind: 'positions';
  readonly count: number;
  readonly left: number;
}

/** Take-profit or stop-loss of a position was set or cancelled. */
export interface ExitDone {
  readonly ok: true;
  readonly kind: 'exit';
  readonly exitId: number;
}

/** A position's margin was changed to this. */
export interface MarginDone {
  readonly ok: true;
  readonly kind: 'margin';
  readonly margin: Amount;
}

/** A loan was opened, increased or repaid; this is owed of it now, interest included. */
export interface LoanDone {
  readonly ok: true;
  readonly kind: 'loan';
  readonly loanId: number;
  readonly owed: Amount;
}

/** Money was moved between wallets. */
export interface TransferDone {
  readonly ok: true;
  readonly kind: 'transfer';
  readonly transferId: number;
}

/** A second contract was accepted. */
export interface SecondDone {
  readonly ok: true;
  readonly kind: 'second';
  readonly contractId: number;
}

/** A swap was quoted, or done. */
export interface SwapDone {
  readonly ok: true;
  readonly kind: 'swap';
  readonly swapId: number;
}

/** An order with a cycle was begun, changed or ended; or an offer of such orders was made. */
export interface EarnDone {
  readonly ok: true;
  readonly kind: 'earn';
  /** Id of the order or the offer. */
  readonly id: number;
}

/** An offer or an order of OTC was made, changed or ended. */
export interface OtcDone {
  readonly ok: true;
  readonly kind: 'otc';
  /** Id of the offer or the order. */
  readonly id: number;
}

export interface Rejected {
  readonly ok: false;
  readonly code: RejectionCode;
}

export type Done =
  | PlainDone
  | OrderDone
  | WaitingDone
  | PairDone
  | QuotesDone
  | ReversalDone
  | PositionsDone
  | ExitDone
  | MarginDone
  | LoanDone
  | TransferDone
  | SecondDone
  | SwapDone
  | EarnDone
  | OtcDone;

/** The answer to a command's sender once it is durable, and again when the command is repeated under its key. */
export type Outcome = Done | Rejected;

/** The outcome of a command that places or changes one order. */
export type OrderOutcome = OrderDone | Rejected;
