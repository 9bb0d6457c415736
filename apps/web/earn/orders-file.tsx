import { type CsvColumn, DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import type { EarnOrder, EarnProduct, EarnStatus } from './product.ts';
import { useLoadOrders } from './use-earn.ts';

const columns = csvFields<EarnOrder>(
  ['beginDate', 'endDate'],
  [
    'id',
    'status',
    'coin',
    'investAmount',
    'dailyRate',
    'cycle',
    'interest',
    'paidInterest',
    'released',
    'wholeDays',
    'termsHash',
    'seq',
  ],
);
/** Further columns of products that renew orders, and of those that name them. */
const renewals: readonly CsvColumn<EarnOrder>[] = [['autoRenew', ({ autoRenew }) => autoRenew ?? null]];
const names: readonly CsvColumn<EarnOrder>[] = [
  ['name', ({ name }) => name ?? null],
  ['lockDays', ({ lockDays }) => lockDays ?? null],
];

interface OrdersFileProps {
  readonly product: EarnProduct;
  readonly status: EarnStatus | undefined;
}

/** Saves the user's orders of a status as a file. */
export function OrdersFile({ product, status }: OrdersFileProps) {
  return (
    <DownloadCsv
      name={product.id}
      columns={[...columns, ...(product.renew === undefined ? names : renewals)]}
      load={useLoadOrders(product, CSV_PAGE_SIZE, status)}
    />
  );
}
