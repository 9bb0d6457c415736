import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { type Column, fromClass } from './column.ts';
import { Cell, Row, type RowProps } from './table.tsx';

interface DataRowProps<R> extends Pick<RowProps, 'dimmed' | 'selected' | 'pressable' | 'index' | 'ref'> {
  readonly columns: readonly Column<R>[];
  readonly row: R;
}

/** A row of a table of records. */
export function DataRow<R>({ columns, row, ...look }: DataRowProps<R>) {
  return (
    <Row {...look}>
      {columns.map((column) => (
        <DataCell key={column.head} column={column} row={row} />
      ))}
    </Row>
  );
}

/** Places of cells in a card. */
const places: Readonly<Partial<Record<NonNullable<Column<never>['kind']>, string>>> = {
  time: 'order-1 figure',
  actions: 'order-2 col-span-full row-acts',
};

function DataCell<R>({ column, row }: { readonly column: Column<R>; readonly row: R }) {
  const intl = useIntl();
  const {
    head,
    headValues,
    kind = 'text',
    quiet = kind === 'time',
    wraps = false,
    raised = false,
    card,
    from,
    className,
    cell,
  } = column;
  const content = cell(row);
  const place = content === null || content === '' ? 'none' : card;
  return (
    <Cell
      {...(kind === 'actions' ? {} : { name: intl.formatMessage({ id: head }, headValues) })}
      {...(place === undefined ? {} : { card: place })}
      figure={kind === 'figure'}
      atEnd={kind !== 'text' && kind !== 'time'}
      tone={quiet ? 'quiet' : 'ink'}
      raised={raised}
      className={cx(
        !wraps && 'whitespace-nowrap',
        wraps && (kind === 'time' || kind === 'figure') && 'whitespace-normal!',
        place !== 'corner' && places[kind],
        from !== undefined && fromClass[from],
        className,
      )}
    >
      {content}
    </Cell>
  );
}
