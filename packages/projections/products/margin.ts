import type { KernelEvent, MarginWallet, WalletName } from '@candor/kernel';
import { eventText } from './contracts.ts';
import type { ProductProjection } from './product-projection.ts';
import type { ProductTable } from './product-table.ts';

/** Borrow orders: a loan from its first borrowing until all is repaid. */
export const loansTable: ProductTable = {
  name: 'margin_loans',
  keyLength: 1,
  merges: true,
  indexes: [['user_id', 'loan_id']],
  columns: [
    { name: 'loan_id', type: 'int8' },
    { name: 'user_id', type: 'int8' },
    { name: 'isolated', type: 'boolean' },
    { name: 'symbol_id', type: 'int8' },
    { name: 'asset_id', type: 'int8' },
    { name: 'borrowed', type: 'int8', merge: 'add' },
    { name: 'repaid', type: 'int8', merge: 'add' },
    { name: 'interest', type: 'int8', merge: 'add' },
    { name: 'interest_paid', type: 'int8', merge: 'add' },
    { name: 'rate_ppb', type: 'int8', merge: 'keep' },
    /** Who paid the last of it; null while something is owed. */
    { name: 'ended_by', type: 'text', merge: 'keep' },
    { name: 'opened_ms', type: 'int8', merge: 'keep' },
    { name: 'updated_ms', type: 'int8' },
    { name: 'seq', type: 'int8' },
  ],
};

export const interestTable: ProductTable = {
  name: 'margin_interest',
  keyLength: 3,
  merges: false,
  indexes: [],
  columns: [
    { name: 'user_id', type: 'int8' },
    { name: 'seq', type: 'int8' },
    { name: 'line', type: 'int8' },
    { name: 'loan_id', type: 'int8' },
    { name: 'isolated', type: 'boolean' },
    { name: 'symbol_id', type: 'int8' },
    { name: 'asset_id', type: 'int8' },
    { name: 'amount', type: 'int8' },
    { name: 'principal', type: 'int8' },
    { name: 'from_index', type: 'int8', nullable: true },
    { name: 'to_index', type: 'int8', nullable: true },
    { name: 'time_ms', type: 'int8' },
  ],
};

/** Margin calls and what forced sales did, each with the event itself, which is its receipt. */
export const receiptsTable: ProductTable = {
  name: 'margin_receipts',
  keyLength: 3,
  merges: false,
  indexes: [],
  columns: [
    { name: 'user_id', type: 'int8' },
    { name: 'seq', type: 'int8' },
    { name: 'line', type: 'int8' },
    { name: 'kind', type: 'text' },
    { name: 'sale_id', type: 'int8', nullable: true },
    { name: 'isolated', type: 'boolean' },
    { name: 'symbol_id', type: 'int8' },
    { name: 'risk_ppm', type: 'int8', nullable: true },
    { name: 'event', type: 'text' },
    { name: 'time_ms', type: 'int8' },
  ],
};

/** Of which margin wallet an order is; orders of the spot wallet have no row. */
export const marginOrdersTable: ProductTable = {
  name: 'margin_orders',
  keyLength: 1,
  merges: false,
  indexes: [],
  columns: [
    { name: 'order_id', type: 'int8' },
    { name: 'isolated', type: 'boolean' },
    { name: 'seq', type: 'int8' },
  ],
};

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

export const marginProjection: ProductProjection = {
  tables: [loansTable, interestTable, receiptsTable, marginOrdersTable],
  project({ envelope, events }, rows) {
    const { seq, timeMs } = envelope;
    let line = 0;
    for (const event of events) {
      if (event.type === 'marginBorrowed') {
        rows.product(loansTable).put({
          ...loanKey(event, timeMs, seq),
          borrowed: event.amount,
          rate_ppb: event.hourlyRatePpb,
          opened_ms: event.opens ? timeMs : null,
        });
      } else if (event.type === 'marginInterest') {
        rows.product(loansTable).put({ ...loanKey(event, timeMs, seq), interest: event.amount });
        rows.product(interestTable).put({
          ...{ user_id: event.userId, seq, line: line++, loan_id: event.loanId },
          ...walletColumns(event.wallet),
          ...{ asset_id: event.assetId, amount: event.amount, principal: event.principal },
          ...{ from_index: event.fromIndex, to_index: event.toIndex, time_ms: timeMs },
        });
      } else if (event.type === 'marginRepaid') {
        const isOver = event.principalLeft === 0n && event.interestLeft === 0n;
        rows.product(loansTable).put({
          ...loanKey(event, timeMs, seq),
          ...{ repaid: event.principal, interest_paid: event.interest, ended_by: isOver ? event.by : null },
        });
      } else if (isReceipt(event)) {
        const risk = 'risk' in event ? event.risk.riskPpm : 'riskPpm' in event ? event.riskPpm : null;
        rows.product(receiptsTable).put({
          ...{ user_id: event.userId, seq, line: line++, kind: receiptKinds[event.type] },
          sale_id: 'saleId' in event ? event.saleId : null,
          ...walletColumns(event.wallet),
          ...{ risk_ppm: risk, event: eventText(event), time_ms: timeMs },
        });
      } else if (event.type === 'orderAccepted' && event.wallet.startsWith('margin')) {
        const { isolated } = walletColumns(event.wallet);
        rows.product(marginOrdersTable).put({ order_id: event.orderId, isolated, seq });
      }
    }
  },
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
    ...{ loan_id: loanId, user_id: userId, ...walletColumns(wallet), asset_id: assetId },
    ...{ updated_ms: timeMs, seq },
  };
}
