import type { KernelEvent, MarginWallet, WalletName } from '@candor/kernel';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import { boolean, defineTable, int8, kept, optional, summed, text } from '../../table.ts';
import { MarginQueries } from './queries.ts';

/** Borrow orders: a loan from its first borrowing until all is repaid. */
export const loansTable = defineTable({
  name: 'margin_loans',
  version: 1,
  rows: 'merged',
  key: ['loan_id'],
  columns: {
    loan_id: int8,
    user_id: int8,
    isolated: boolean,
    symbol_id: int8,
    asset_id: int8,
    borrowed: summed,
    repaid: summed,
    interest: summed,
    interest_paid: summed,
    rate_ppb: kept(int8),
    /** Payer of the last of it; null while something is owed. */
    ended_by: kept(text),
    opened_ms: kept(int8),
    updated_ms: int8,
    seq: int8,
  },
  indexes: [['user_id', 'loan_id']],
});

export const interestTable = defineTable({
  name: 'margin_interest',
  version: 1,
  rows: 'once',
  key: ['user_id', 'seq', 'line'],
  columns: {
    user_id: int8,
    seq: int8,
    line: int8,
    loan_id: int8,
    isolated: boolean,
    symbol_id: int8,
    asset_id: int8,
    amount: int8,
    principal: int8,
    from_index: optional(int8),
    to_index: optional(int8),
    time_ms: int8,
  },
  indexes: [],
});

/** Margin calls and what forced sales did, each with the event itself, which is its receipt. */
export const receiptsTable = defineTable({
  name: 'margin_receipts',
  version: 1,
  rows: 'once',
  key: ['user_id', 'seq', 'line'],
  columns: {
    user_id: int8,
    seq: int8,
    line: int8,
    kind: text,
    sale_id: optional(int8),
    isolated: boolean,
    symbol_id: int8,
    risk_ppm: optional(int8),
    event: text,
    time_ms: int8,
  },
  indexes: [],
});

/** Margin wallet of each order; orders of the spot wallet have no row. */
export const marginOrdersTable = defineTable({
  name: 'margin_orders',
  version: 1,
  rows: 'once',
  key: ['order_id'],
  columns: {
    order_id: int8,
    isolated: boolean,
    seq: int8,
  },
  indexes: [],
});

/** The kind and the symbol in a margin wallet's name. */
export function marginWalletOf(name: WalletName): {
  readonly wallet: MarginWallet;
  readonly symbolId: number;
} {
  const [kind, symbolId] = name.split('/');
  return { wallet: kind as MarginWallet, symbolId: symbolId === undefined ? 0 : Number(symbolId) };
}

function walletColumns(name: WalletName) {
  const { wallet, symbolId } = marginWalletOf(name);
  return { isolated: wallet === 'margin-isolated', symbol_id: symbolId };
}

const receiptKinds = {
  marginCall: 'call',
  marginSale: 'sale',
  marginSold: 'sold',
  marginTakenOver: 'takeover',
  marginDeficit: 'deficit',
  marginCancelled: 'cancelled',
} as const;

type ReceiptEvent = Extract<KernelEvent, { readonly type: keyof typeof receiptKinds }>;

function isReceipt(event: KernelEvent): event is ReceiptEvent {
  return event.type in receiptKinds;
}

type LinedEvent = ReceiptEvent | Extract<KernelEvent, { readonly type: 'marginInterest' }>;

/**
 * Yields the events of a command that stand in a list of margin accounts, each with its line there: a receipt's id is
 * the command and the line.
 */
export function* marginLines(events: readonly KernelEvent[]): Generator<readonly [number, LinedEvent]> {
  let line = 0;
  for (const event of events) if (event.type === 'marginInterest' || isReceipt(event)) yield [line++, event];
}

export const marginModel: ReadModel<MarginQueries> = {
  tables: [loansTable, interestTable, receiptsTable, marginOrdersTable],
  project({ stamp, events }, rows) {
    const { seq, timeMs } = stamp;
    for (const [line, event] of marginLines(events)) {
      const place = { user_id: event.userId, seq, line, ...walletColumns(event.wallet), time_ms: timeMs };
      if (event.type === 'marginInterest')
        rows.of(interestTable).put({
          ...place,
          loan_id: event.loanId,
          asset_id: event.assetId,
          amount: event.amount,
          principal: event.principal,
          from_index: event.fromIndex,
          to_index: event.toIndex,
        });
      else
        rows.of(receiptsTable).put({
          ...place,
          kind: receiptKinds[event.type],
          sale_id: 'saleId' in event ? event.saleId : null,
          risk_ppm: 'risk' in event ? event.risk.riskPpm : 'riskPpm' in event ? event.riskPpm : null,
          event: eventText(event),
        });
    }
    for (const event of events) {
      if (event.type === 'marginBorrowed') {
        rows.of(loansTable).put({
          ...loanKey(event, timeMs, seq),
          borrowed: event.amount,
          rate_ppb: event.hourlyRatePpb,
          opened_ms: event.opens ? timeMs : null,
        });
      } else if (event.type === 'marginInterest') {
        rows.of(loansTable).put({ ...loanKey(event, timeMs, seq), interest: event.amount });
      } else if (event.type === 'marginRepaid') {
        const isOver = event.principalLeft === 0n && event.interestLeft === 0n;
        rows.of(loansTable).put({
          ...loanKey(event, timeMs, seq),
          repaid: event.principal,
          interest_paid: event.interest,
          ended_by: isOver ? event.by : null,
        });
      } else if (event.type === 'orderAccepted' && event.wallet.startsWith('margin')) {
        const { isolated } = walletColumns(event.wallet);
        rows.of(marginOrdersTable).put({ order_id: event.orderId, isolated, seq });
      }
    }
  },
  queries: (pool, schema) => new MarginQueries(pool, schema),
};

function loanKey(
  {
    loanId,
    userId,
    wallet,
    assetId,
  }: { loanId: number; userId: number; wallet: WalletName; assetId: number },
  timeMs: number,
  seq: number,
) {
  return {
    loan_id: loanId,
    user_id: userId,
    ...walletColumns(wallet),
    asset_id: assetId,
    updated_ms: timeMs,
    seq,
  };
}
