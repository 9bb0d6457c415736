import type { MessageId } from '@candor/i18n';
import { DataTable, type DataTableProps, useText } from '@candor/ui';
import { useEmptyWords } from '../../records/record-filter.tsx';

interface Words {
  readonly label: MessageId;
  readonly emptyTitle: MessageId;
  readonly emptyText: MessageId;
}

/** The lists that the products of the trade page have in common. */
const lists = {
  open: {
    label: 'trade.orders.open',
    emptyTitle: 'trade.orders.noneOpen',
    emptyText: 'trade.orders.noneOpenText',
  },
  history: {
    label: 'trade.orders.history',
    emptyTitle: 'trade.orders.noneDone',
    emptyText: 'trade.orders.noneDoneText',
  },
  fills: {
    label: 'trade.orders.fills',
    emptyTitle: 'trade.orders.noFills',
    emptyText: 'trade.orders.noFillsText',
  },
} as const satisfies Record<string, Words>;

export interface RecordTableProps<Row>
  extends Pick<DataTableProps<Row>, 'rows' | 'rowKey' | 'query' | 'isDimmed' | 'columns'> {
  readonly list: keyof typeof lists;
}

/** Open orders, done orders or fills of a product, in the panel below its chart. */
export function RecordTable<Row>({ list, ...table }: RecordTableProps<Row>) {
  const text = useText();
  const { label, emptyTitle, emptyText } = lists[list];
  const empty = useEmptyWords(text(emptyTitle), text(emptyText));
  return <DataTable<Row> {...table} inset className="h-full" label={text(label)} {...empty} />;
}
