import type { FillRow, OrderRow } from '@candor/api';
import { type CsvColumn, DownloadCsv } from '@candor/ui';
import { csvFields } from '../../common/csv-fields.ts';
import { CSV_PAGE_SIZE, useClient } from '../../data/index.ts';
import { useFills, useOrderHistory } from './records.ts';

/** The fees of an order as columns; empty while they are not known. */
export const chargeColumns: readonly CsvColumn<Pick<OrderRow, 'serviceCharge'>>[] = [
  ['fee', ({ serviceCharge }) => serviceCharge?.amount ?? null],
  ['feeCoin', ({ serviceCharge }) => serviceCharge?.coin ?? null],
];

/** An order of spot or of a margin account as a line of a file. */
export const orderColumns: readonly CsvColumn<OrderRow>[] = [
  ...csvFields<OrderRow>(
    ['createTime', 'updateTime'],
    [
      'id',
      'clientOrderId',
      'symbol',
      'side',
      'type',
      'timeInForce',
      'price',
      'triggerPrice',
      'quantity',
      'quoteAmount',
      'tradedQuantity',
      'tradedAmount',
      'averagePrice',
      'status',
      'endReason',
      'rejectKey',
      'twinOrderId',
      'seq',
    ],
  ),
  ...chargeColumns,
];

/** The fee of a fill as columns: what it is and in which coin. */
export const feeColumns: readonly CsvColumn<Pick<FillRow, 'fee'>>[] = [
  ['fee', ({ fee }) => fee.amount],
  ['feeCoin', ({ fee }) => fee.coin],
];

const fillColumns: readonly CsvColumn<FillRow>[] = [
  ...csvFields<FillRow>(
    ['time'],
    ['id', 'orderId', 'symbol', 'side', 'role', 'price', 'quantity', 'amount', 'feePpm', 'seq'],
  ),
  ...feeColumns,
];

/** Saves the open spot orders as a file. */
export function OpenOrdersFile() {
  const client = useClient();
  return (
    <DownloadCsv
      name="spot-open-orders"
      columns={orderColumns}
      load={(cursor) =>
        client.call('entrustLog', {
          params: { scope: 'open', symbol: 'all', limit: String(CSV_PAGE_SIZE) },
          query: cursor === null ? {} : { cursor },
        })
      }
    />
  );
}

/** Saves the done spot orders as a file. */
export function OrderHistoryFile() {
  return <DownloadCsv name="spot-orders" columns={orderColumns} load={useOrderHistory(undefined).load} />;
}

/** Saves the spot fills as a file. */
export function FillsFile() {
  return <DownloadCsv name="spot-fills" columns={fillColumns} load={useFills(undefined).load} />;
}
