import { useFormatters } from '@candor/ui';
import { useMasked } from '../../common/eye.tsx';
import { FillReceiptStub } from './fill-receipt.tsx';
import { useMarketNames } from './market-names.ts';
import { useFillColumns } from './record-columns.tsx';
import { RecordTable } from './record-table.tsx';
import { useFills } from './records.ts';

/** The user's fills, each with a receipt that this browser recomputes. */
export function Fills({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const market = useMarketNames();
  const { query, rows } = useFills(symbol);
  const { time, sideRole, fee } = useFillColumns();
  return (
    <RecordTable
      list="fills"
      rows={rows}
      rowKey={(fill) => `${fill.id}-${fill.orderId}`}
      query={query}
      columns={[
        time,
        { head: 'trade.orders.market', cell: (fill) => fill.symbol_name },
        sideRole,
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (fill) => format.price(fill.price, market(fill.symbol).priceDecimals),
        },
        {
          head: 'trade.orders.amount',
          kind: 'figure',
          cell: (fill) => masked(format.quantity(fill.quantity, market(fill.symbol).quantityDecimals)),
        },
        {
          head: 'trade.orders.value',
          kind: 'figure',
          cell: (fill) => `${masked(format.quantity(fill.amount))} ${market(fill.symbol).quote}`,
        },
        fee,
        { head: 'trade.orders.receipt', kind: 'end', cell: (fill) => <FillReceiptStub fill={fill} /> },
      ]}
    />
  );
}
