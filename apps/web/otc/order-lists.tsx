import type { OtcOrderRow } from '@candor/api';
import { type CsvColumn, DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import { OtcOrdersTable } from './orders-table.tsx';
import { useLoadOtcOrders } from './use-otc.ts';

/** Times that an order has once it is paid or ended. */
const later = (['paidTime', 'endedTime'] as const).map(
  (key): CsvColumn<OtcOrderRow> => [key, (row, at) => (row[key] === null ? null : at(row[key]))],
);

const columns = [
  ...csvFields<OtcOrderRow>(
    ['createdTime'],
    [
      'orderId',
      'offerId',
      'role',
      'isMaker',
      'state',
      'coin',
      'amount',
      'currency',
      'price',
      'total',
      'fee',
      'method',
      'counterparty',
      'seq',
    ],
  ),
  ...later,
];

/** Open orders as a list of the order centre. */
export const OpenOtcOrders = () => <OtcOrdersTable state="open" inset />;

/** All orders as a list of the order centre. */
export const OtcOrders = () => <OtcOrdersTable state={undefined} inset />;

/** The same as a file. */
export const OtcOrdersFile = () => (
  <DownloadCsv
    name="otc-orders"
    columns={columns}
    load={useLoadOtcOrders(CSV_PAGE_SIZE, undefined, undefined)}
  />
);
