import type { PledgeOrderRow } from '@candor/api';
import { DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import type { OrderStatus } from './search.ts';
import { useLoadPledges } from './use-pledges.ts';

const columns = csvFields<PledgeOrderRow>(
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
    'autoRenew',
    'termsHash',
    'seq',
  ],
);

/** Saves the user's staking orders of a status as a file. */
export function PledgesFile({ status }: { readonly status: OrderStatus | undefined }) {
  return <DownloadCsv name="staking" columns={columns} load={useLoadPledges(CSV_PAGE_SIZE, status)} />;
}
