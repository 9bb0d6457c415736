import type { SwapRow } from '@candor/api';
import { DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import { useLoadSwaps } from './use-swaps.ts';

const columns = csvFields<SwapRow>(
  ['time'],
  ['id', 'from', 'amount', 'to', 'arrives', 'rate', 'spreadPercent', 'tickNo', 'seq'],
);

/** Saves all swaps of the user as a file. */
export function SwapsFile() {
  return <DownloadCsv name="swaps" columns={columns} load={useLoadSwaps(CSV_PAGE_SIZE)} />;
}
