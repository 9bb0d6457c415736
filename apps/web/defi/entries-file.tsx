import type { MiningPoolEntryRow } from '@candor/api';
import { DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE, useClient } from '../data/index.ts';

const columns = csvFields<MiningPoolEntryRow>(
  ['time'],
  ['kind', 'coin', 'amount', 'balance', 'reason', 'seq'],
);

/** Saves all movements of the pool as a file. */
export function EntriesFile() {
  const client = useClient();
  return (
    <DownloadCsv
      name="mining-pool"
      columns={columns}
      load={(cursor) =>
        client.call('getMiningPoolEntries', {
          query: { pageSize: String(CSV_PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
        })
      }
    />
  );
}
