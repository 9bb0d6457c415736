import type { ClosedPositionRow, ContractFillRow, ContractOrderRow, ContractReceiptRow } from '@candor/api';
import { type CsvColumn, DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE, useClient } from '../data/index.ts';
import { chargeColumns, feeColumns } from '../trade/orders/files.tsx';
import { netOf } from './net-of.ts';
import {
  useClosedPositions,
  usePerpetualFills,
  usePerpetualOrderHistory,
  usePerpetualSettlements,
} from './perpetual-records.ts';

const orderColumns: readonly CsvColumn<ContractOrderRow>[] = [
  ...csvFields<ContractOrderRow>(
    ['createTime', 'updateTime'],
    [
      'id',
      'clientOrderId',
      'symbol',
      'side',
      'positionSide',
      'direction',
      'marginMode',
      'leverage',
      'type',
      'price',
      'triggerPrice',
      'triggerBy',
      'quantity',
      'tradedQuantity',
      'averageDealPrice',
      'realisedPnl',
      'reduceOnly',
      'origin',
      'status',
      'endReason',
      'rejectKey',
      'seq',
    ],
  ),
  ...chargeColumns,
];

const fillColumns: readonly CsvColumn<ContractFillRow>[] = [
  ...csvFields<ContractFillRow>(
    ['time'],
    [
      'id',
      'orderId',
      'symbol',
      'side',
      'positionSide',
      'role',
      'price',
      'quantity',
      'contractSize',
      'amount',
      'realisedPnl',
      'closedQuantity',
      'liquidation',
      'feePpm',
      'seq',
    ],
  ),
  ...feeColumns,
];

/** A closed position as a line of a file: its result, fees and funding, and the net of the three. */
export const closedColumns: readonly CsvColumn<ClosedPositionRow>[] = [
  ...csvFields<ClosedPositionRow>(
    ['openTime', 'closeTime'],
    [
      'id',
      'symbol',
      'positionSide',
      'marginMode',
      'maxOpenInterest',
      'averageOpenPrice',
      'closePrice',
      'realisedPnl',
      'fees',
      'funding',
      'reason',
      'seq',
    ],
  ),
  ['net', netOf],
];

/** A settlement as a line of a file: `amount` is before `fee`, as in the list. */
export const settlementColumns: readonly CsvColumn<ContractReceiptRow>[] = [
  ['time', ({ time }, at) => at(time)],
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['symbol', ({ symbol }) => symbol],
  ['positionSide', ({ positionSide }) => positionSide],
  ['positionId', ({ positionId }) => positionId],
  ['quantity', (row) => ('quantity' in row ? row.quantity : null)],
  ['price', (row) => ('price' in row ? row.price : null)],
  ['fundingRate', (row) => ('fundingRate' in row ? row.fundingRate : null)],
  ['amount', (row) => ('amount' in row ? row.amount : null)],
  ['fee', (row) => ('fee' in row ? row.fee : null)],
  ['marginRatio', (row) => ('marginRatio' in row ? row.marginRatio : null)],
  ['seq', ({ seq }) => seq],
];

/** Saves the open contract orders as a file. */
export function OpenFile() {
  const client = useClient();
  return (
    <DownloadCsv
      name="contract-open-orders"
      columns={orderColumns}
      load={(cursor) =>
        client.call('entrustLogContract', {
          params: { scope: 'open', symbol: 'all', limit: String(CSV_PAGE_SIZE) },
          query: cursor === null ? {} : { cursor },
        })
      }
    />
  );
}

/** Saves the done contract orders as a file. */
export function HistoryFile() {
  return (
    <DownloadCsv
      name="contract-orders"
      columns={orderColumns}
      load={usePerpetualOrderHistory(undefined).load}
    />
  );
}

/** Saves the contract fills as a file. */
export function FillsFile() {
  return <DownloadCsv name="contract-fills" columns={fillColumns} load={usePerpetualFills(undefined).load} />;
}

/** Saves funding, liquidations and deleveraging as a file. */
export function SettlementsFile() {
  return (
    <DownloadCsv
      name="contract-settlements"
      columns={settlementColumns}
      load={usePerpetualSettlements(undefined).load}
    />
  );
}

/** Saves the closed positions as a file. */
export function ClosedFile() {
  return (
    <DownloadCsv
      name="contract-closed-positions"
      columns={closedColumns}
      load={useClosedPositions(undefined).load}
    />
  );
}
