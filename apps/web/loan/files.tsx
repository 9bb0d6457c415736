import type { LoanRecordRow, LoanRecordStatus } from '@candor/api';
import { type CsvColumn, DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import { useLoadLoans } from './use-loans.ts';

/** Times that a loan has once it is paid out or settled. */
const later = (['beginDate', 'repayTime', 'settledTime'] as const).map(
  (key): CsvColumn<LoanRecordRow> => [key, (row, at) => (row[key] === null ? null : at(row[key]))],
);

const columns = [
  ...csvFields<LoanRecordRow>(
    ['applyTime'],
    [
      'id',
      'loanId',
      'status',
      'coin',
      'amount',
      'totalAtMost',
      'cycle',
      'cycleCount',
      'instalments',
      'dailyRate',
      'repayType',
      'interest',
      'lendingInstitution',
      'repaid',
    ],
  ),
  ...later,
];

/** Saves the user's applications and loans of a status as a file. */
export function LoansFile({ status }: { readonly status: LoanRecordStatus | undefined }) {
  return <DownloadCsv name="loans" columns={columns} load={useLoadLoans(CSV_PAGE_SIZE, status)} />;
}
