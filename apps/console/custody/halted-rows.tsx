import { networkNameOf, useFormatters, useText } from '@candor/ui';
import { RowAct } from '../shell/row-act.tsx';
import { TableSection } from '../shell/table-section.tsx';
import type { HaltedRow } from './resumption-words.ts';

interface HaltedRowsProps {
  readonly rows: readonly HaltedRow[];
  readonly onResume: (row: HaltedRow) => void;
}

/** Records that are passed over until two operators resume them; nothing where there is none. */
export function HaltedRows({ rows, onResume }: HaltedRowsProps) {
  const text = useText();
  const format = useFormatters();
  if (rows.length === 0) return null;
  return (
    <TableSection<HaltedRow>
      title={text('console.custody.halted')}
      rows={rows}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      emptyTitle={text('console.custody.none')}
      columns={[
        {
          head: 'console.custody.kind',
          card: 'title',
          cell: ({ kind, id }) => `${text(`console.custody.halted.kind.${kind}`)} ${id}`,
        },
        {
          head: 'console.custody.coin',
          wraps: true,
          cell: ({ coin, network }) => `${coin} · ${networkNameOf(text, network)}`,
        },
        {
          head: 'console.custody.wallet.detail',
          wraps: true,
          card: 'line',
          cell: ({ detail }) => (
            <code className="inline-block text-12 wrap-anywhere text-balance">{detail}</code>
          ),
        },
        { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (row) => (
            <RowAct
              of={`${text(`console.custody.halted.kind.${row.kind}`)} ${row.id}`}
              label={text('console.custody.halted.resume')}
              onClick={() => onResume(row)}
            />
          ),
        },
      ]}
    />
  );
}
