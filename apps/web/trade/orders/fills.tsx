import type { FillRow } from '@candor/contract';
import { Cell, HeadCell, Row, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { trimFigure } from '../../app/trim-figure.ts';
import { FillReceiptStub } from './fill-receipt.tsx';
import { useMarketNames } from './market-names.ts';
import { RecordTable } from './record-table.tsx';
import { useFills } from './records.ts';

const columns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'figure', 'figure'] as const;

function FillLine({ fill }: { readonly fill: FillRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const market = useMarketNames()(fill.symbol);
  return (
    <Row>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(fill.time)}
      </Cell>
      <Cell>{fill.symbol_name}</Cell>
      <Cell>
        <span className={fill.side === 'buy' ? 'text-up' : 'text-down'}>
          {intl.formatMessage({ id: `trade.side.${fill.side}` })}
        </span>{' '}
        {intl.formatMessage({ id: `trade.role.${fill.role}` })}
      </Cell>
      <Cell figure>{format.price(fill.price, market.priceDecimals)}</Cell>
      <Cell figure>{format.quantity(fill.quantity, market.quantityDecimals)}</Cell>
      <Cell figure>{`${format.quantity(trimFigure(fill.amount))} ${market.quote}`}</Cell>
      <Cell figure>{`${format.quantity(trimFigure(fill.fee.amount))} ${fill.fee.coin}`}</Cell>
      <Cell className="text-end">
        <FillReceiptStub fill={fill} />
      </Cell>
    </Row>
  );
}

/** The user's fills, each with a receipt that this browser recomputes. */
export function Fills({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const { query, rows } = useFills(symbol);
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <RecordTable
      label={head('trade.orders.fills')}
      columns={columns}
      rows={rows}
      query={query}
      emptyTitle={head('trade.orders.noFills')}
      emptyText={head('trade.orders.noFillsText')}
      head={
        <>
          <HeadCell>{head('trade.orders.time')}</HeadCell>
          <HeadCell>{head('trade.orders.market')}</HeadCell>
          <HeadCell>{head('trade.orders.sideRole')}</HeadCell>
          <HeadCell figure>{head('trade.orders.price')}</HeadCell>
          <HeadCell figure>{head('trade.orders.amount')}</HeadCell>
          <HeadCell figure>{head('trade.orders.value')}</HeadCell>
          <HeadCell figure>{head('trade.orders.fee')}</HeadCell>
          <HeadCell figure>{head('trade.orders.receipt')}</HeadCell>
        </>
      }
    >
      {(fill) => <FillLine key={`${fill.id}-${fill.orderId}`} fill={fill} />}
    </RecordTable>
  );
}
