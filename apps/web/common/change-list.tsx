import { type Column, DataTable, type RecordQuery, useFormatters, useText } from '@candor/ui';

/** A change as it is listed. */
export interface PublishedChange {
  readonly title: string;
  readonly time: number;
  /** The journal's sequence number. */
  readonly seq: number;
  /** The values before and after; null where the title says all. */
  readonly values: string | null;
  /** The reason as it was published; '' where none was. */
  readonly reason: string;
}

export interface ChangeListProps {
  readonly label: string;
  readonly query: RecordQuery;
  /** Null until the first page is there. */
  readonly changes: readonly PublishedChange[] | null;
}

/** Published changes, newest first, page by page. */
export function ChangeList({ label, query, changes }: ChangeListProps) {
  const format = useFormatters();
  const text = useText();
  const columns: readonly Column<PublishedChange>[] = [
    { head: 'trade.orders.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
    { head: 'trade.changes.what', wraps: true, card: 'title', cell: ({ title }) => title },
    {
      head: 'trade.changes.values',
      wraps: true,
      card: 'line',
      cell: ({ values }) =>
        values === null ? null : <span className="figure whitespace-normal wrap-anywhere">{values}</span>,
    },
    { head: 'trade.changes.reason', wraps: true, card: 'line', cell: ({ reason }) => reason },
    { head: 'trade.receipt.seq', kind: 'figure', quiet: true, cell: ({ seq }) => String(seq) },
  ];
  return (
    <DataTable
      label={label}
      rows={changes}
      rowKey={({ seq }) => seq}
      query={query}
      emptyTitle={text('trade.changes.none')}
      columns={columns}
    />
  );
}
