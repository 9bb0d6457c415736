import type { Amount, Lots } from '@candor/money';
import type {
  Done,
  EarnDone,
  ExitDone,
  LoanDone,
  MarginDone,
  OrderDone,
  OtcDone,
  Outcome,
  PlainDone,
  PositionsDone,
  QuotesDone,
  Rejected,
  SecondDone,
  SwapDone,
  TransferDone,
  WaitingDone,
} from './outcome-kinds.ts';
import type { RejectionCode } from './rejections.ts';
import type { OrderStatus } from './vocabulary.ts';

/** Done, with nothing more to say. */
export const DONE: PlainDone = { ok: true, kind: 'plain' };

export function refuse(code: RejectionCode): Rejected {
  return { ok: false, code };
}

export function orderDone(
  orderId: number,
  status: OrderStatus,
  filledLots: number,
  filledQuote: bigint,
): OrderDone {
  return {
    ok: true,
    kind: 'order',
    orderId,
    status,
    filledLots: filledLots as Lots,
    filledQuote: filledQuote as Amount,
  };
}

export function waitingDone(orderId: number): WaitingDone {
  return { ok: true, kind: 'waiting', orderId };
}

export function quotesDone(filledLots: number, filledQuote: bigint): QuotesDone {
  return { ok: true, kind: 'quotes', filledLots: filledLots as Lots, filledQuote: filledQuote as Amount };
}

export function positionsDone(count: number, left: number): PositionsDone {
  return { ok: true, kind: 'positions', count, left };
}

export function exitDone(exitId: number): ExitDone {
  return { ok: true, kind: 'exit', exitId };
}

export function marginDone(margin: bigint): MarginDone {
  return { ok: true, kind: 'margin', margin: margin as Amount };
}

export function loanDone(loanId: number, owed: bigint): LoanDone {
  return { ok: true, kind: 'loan', loanId, owed: owed as Amount };
}

export function transferDone(transferId: number): TransferDone {
  return { ok: true, kind: 'transfer', transferId };
}

export function secondDone(contractId: number): SecondDone {
  return { ok: true, kind: 'second', contractId };
}

export function swapDone(swapId: number): SwapDone {
  return { ok: true, kind: 'swap', swapId };
}

export function earnDone(id: number): EarnDone {
  return { ok: true, kind: 'earn', id };
}

export function otcDone(id: number): OtcDone {
  return { ok: true, kind: 'otc', id };
}

/**
 * Reads what was done as one of the kinds that the sender's command has. Throws where it is of another kind: the sender
 * asks about a command that it did not send.
 */
export function outcomeAs<K extends Done['kind']>(done: Done, kind: K): Extract<Done, { readonly kind: K }> {
  if (done.kind !== kind) throw new TypeError(`An outcome is of the kind ${done.kind}, not ${kind}`);
  return done as Extract<Done, { readonly kind: K }>;
}

/** Returns the id of what a command made or changed; 0 where it has none. */
export function idOf(outcome: Outcome): number {
  if (!outcome.ok) return 0;
  switch (outcome.kind) {
    case 'order':
    case 'waiting':
    case 'pair':
    case 'reversal':
      return outcome.orderId;
    case 'exit':
      return outcome.exitId;
    case 'loan':
      return outcome.loanId;
    case 'transfer':
      return outcome.transferId;
    case 'second':
      return outcome.contractId;
    case 'swap':
      return outcome.swapId;
    case 'earn':
    case 'otc':
      return outcome.id;
    case 'plain':
    case 'quotes':
    case 'positions':
    case 'margin':
      return 0;
  }
}
