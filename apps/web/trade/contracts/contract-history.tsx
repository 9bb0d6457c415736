import type { ContractFillRow, ContractOrderRow, ContractReceiptRow } from '@candor/contract';
import { Cell, directionClass, directionOf, HeadCell, Row, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { RecordTable } from '../orders/record-table.tsx';
import { OrderKind } from './contract-orders.tsx';
import { useContractFills, useContractOrderHistory, useContractSettlements } from './contract-records.ts';
import { KindBadge } from './positions.tsx';
import { useContractNames } from './use-contracts.ts';

/** An amount of USDT with a sign, in the colour of its direction. */
function Result({ amount }: { readonly amount: string | null }) {
  const format = useFormatters();
  return <span className={directionClass[directionOf(amount)]}>{format.quantity(amount)}</span>;
}

function HistoryLine({ order }: { readonly order: ContractOrderRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const { name, priceDecimals } = useContractNames()(order.symbol);
  return (
    <Row>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(order.createTime)}
      </Cell>
      <Cell>{name}</Cell>
      <Cell>
        <OrderKind order={order} />
      </Cell>
      <Cell figure>{format.price(order.price, priceDecimals)}</Cell>
      <Cell figure>{format.price(order.averageDealPrice, priceDecimals)}</Cell>
      <Cell figure>{format.quantity(order.quantity, 0)}</Cell>
      <Cell figure>{format.quantity(order.tradedQuantity, 0)}</Cell>
      <Cell figure>
        <Result amount={order.realisedPnl} />
      </Cell>
      <Cell className="text-end">{intl.formatMessage({ id: `trade.status.${order.status}` })}</Cell>
    </Row>
  );
}

const historyColumns = [
  ...(['text', 'text', 'text', 'figure', 'figure', 'figure', 'figure', 'figure', 'figure'] as const),
];

/** The user's contract orders that are done. */
export function ContractOrderHistory({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const { query, rows } = useContractOrderHistory(symbol);
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <RecordTable
      label={head('trade.orders.history')}
      columns={historyColumns}
      rows={rows}
      query={query}
      emptyTitle={head('trade.orders.noneDone')}
      emptyText={head('trade.orders.noneDoneText')}
      head={
        <>
          <HeadCell>{head('trade.orders.time')}</HeadCell>
          <HeadCell>{head('trade.contract.contract')}</HeadCell>
          <HeadCell>{head('trade.orders.sideType')}</HeadCell>
          <HeadCell figure>{head('trade.orders.price')}</HeadCell>
          <HeadCell figure>{head('trade.orders.average')}</HeadCell>
          <HeadCell figure>{head('trade.contract.contracts')}</HeadCell>
          <HeadCell figure>{head('trade.orders.filled')}</HeadCell>
          <HeadCell figure>{head('trade.contract.realised')}</HeadCell>
          <HeadCell figure>{head('trade.orders.status')}</HeadCell>
        </>
      }
    >
      {(order) => <HistoryLine key={order.id} order={order} />}
    </RecordTable>
  );
}

function FillLine({ fill }: { readonly fill: ContractFillRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const { name, priceDecimals } = useContractNames()(fill.symbol);
  return (
    <Row>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(fill.time)}
      </Cell>
      <Cell>{name}</Cell>
      <Cell>
        <span className={fill.side === 'buy' ? 'text-up' : 'text-down'}>
          {intl.formatMessage({ id: `trade.side.${fill.side}` })}
        </span>
      </Cell>
      <Cell figure>{format.price(fill.price, priceDecimals)}</Cell>
      <Cell figure>{format.quantity(fill.quantity, 0)}</Cell>
      <Cell figure>{`${format.quantity(fill.fee.amount)} ${fill.fee.coin}`}</Cell>
      <Cell figure>
        <Result amount={fill.realisedPnl} />
      </Cell>
    </Row>
  );
}

const fillColumns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'figure'] as const;

/** The user's contract fills. */
export function ContractFills({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const { query, rows } = useContractFills(symbol);
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <RecordTable
      label={head('trade.orders.fills')}
      columns={fillColumns}
      rows={rows}
      query={query}
      emptyTitle={head('trade.orders.noFills')}
      emptyText={head('trade.orders.noFillsText')}
      head={
        <>
          <HeadCell>{head('trade.orders.time')}</HeadCell>
          <HeadCell>{head('trade.contract.contract')}</HeadCell>
          <HeadCell>{head('trade.form.side')}</HeadCell>
          <HeadCell figure>{head('trade.orders.price')}</HeadCell>
          <HeadCell figure>{head('trade.contract.contracts')}</HeadCell>
          <HeadCell figure>{head('trade.orders.fee')}</HeadCell>
          <HeadCell figure>{head('trade.contract.realised')}</HeadCell>
        </>
      }
    >
      {(fill) => <FillLine key={fill.id} fill={fill} />}
    </RecordTable>
  );
}

function SettlementLine({ settlement }: { readonly settlement: ContractReceiptRow }) {
  const format = useFormatters();
  const names = useContractNames();
  const name = settlement.symbol === null ? '–' : names(settlement.symbol).name;
  const closing = 'amount' in settlement ? settlement : null;
  const decimals = settlement.symbol === null ? 2 : names(settlement.symbol).priceDecimals;
  return (
    <Row>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(settlement.time)}
      </Cell>
      <Cell>{name}</Cell>
      <Cell>
        <KindBadge kind={settlement.kind} />
      </Cell>
      <Cell figure>{format.quantity(closing?.quantity ?? null, 0)}</Cell>
      <Cell figure>{format.price(closing?.price ?? null, decimals)}</Cell>
      <Cell figure>
        {settlement.kind === 'funding' ? format.percent(settlement.fundingRate, 4) : format.quantity(null)}
      </Cell>
      <Cell figure>
        <Result amount={closing?.amount ?? null} />
      </Cell>
    </Row>
  );
}

/** Funding, liquidations and deleveraging of the user's positions. */
export function ContractSettlements({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const { query, rows } = useContractSettlements(symbol);
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <RecordTable
      label={head('trade.contract.settlements')}
      columns={fillColumns}
      rows={rows}
      query={query}
      emptyTitle={head('trade.contract.noneSettlements')}
      emptyText={head('trade.contract.noneSettlementsText')}
      head={
        <>
          <HeadCell>{head('trade.orders.time')}</HeadCell>
          <HeadCell>{head('trade.contract.contract')}</HeadCell>
          <HeadCell>{head('trade.contract.kind')}</HeadCell>
          <HeadCell figure>{head('trade.contract.contracts')}</HeadCell>
          <HeadCell figure>{head('trade.orders.price')}</HeadCell>
          <HeadCell figure>{head('trade.contract.rate')}</HeadCell>
          <HeadCell figure>{head('trade.contract.result')}</HeadCell>
        </>
      }
    >
      {(settlement) => <SettlementLine key={settlement.id} settlement={settlement} />}
    </RecordTable>
  );
}
