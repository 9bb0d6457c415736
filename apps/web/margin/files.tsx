import type { BorrowOrderRow, MarginKind } from '@candor/api';
import { DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import { orderColumns } from '../trade/orders/files.tsx';
import { useBorrowOrders, useLoadMarginOrders, useMarginOrderHistory } from './use-margin.ts';

/** The name of an account in files. */
const NAMES = { all: 'cross', fixed: 'isolated' } as const satisfies Record<MarginKind, string>;

const loanColumns = csvFields<BorrowOrderRow>(
  ['createTime', 'updateTime'],
  [
    'id',
    'type',
    'symbol',
    'coin',
    'borrowed',
    'repaid',
    'interest',
    'interestPaid',
    'owed',
    'hourlyRate',
    'status',
    'seq',
  ],
);

function Open({ kind }: { readonly kind: MarginKind }) {
  const load = useLoadMarginOrders(kind, 'open');
  return (
    <DownloadCsv
      name={`${NAMES[kind]}-open-orders`}
      columns={orderColumns}
      load={(cursor) => load('all', cursor, CSV_PAGE_SIZE, {})}
    />
  );
}

function History({ kind }: { readonly kind: MarginKind }) {
  const { load } = useMarginOrderHistory({ kind, symbol: null });
  return <DownloadCsv name={`${NAMES[kind]}-orders`} columns={orderColumns} load={load} />;
}

function Loans({ kind }: { readonly kind: MarginKind }) {
  const { load } = useBorrowOrders({ kind, symbol: null });
  return <DownloadCsv name={`${NAMES[kind]}-loans`} columns={loanColumns} load={load} />;
}

/** Files of the cross account. */
export const CrossOpenFile = () => <Open kind="all" />;
export const CrossHistoryFile = () => <History kind="all" />;
export const CrossLoansFile = () => <Loans kind="all" />;

/** Files of all isolated accounts. */
export const IsolatedOpenFile = () => <Open kind="fixed" />;
export const IsolatedHistoryFile = () => <History kind="fixed" />;
export const IsolatedLoansFile = () => <Loans kind="fixed" />;
