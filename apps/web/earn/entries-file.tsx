import type { EarnPoolEntryRow } from '@candor/api';
import { DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE, useClient } from '../data/index.ts';
import type { EarnProduct } from './product.ts';

const columns = csvFields<EarnPoolEntryRow>(['time'], ['kind', 'coin', 'amount', 'balance', 'reason', 'seq']);

/** Saves all movements of a product's pools as a file. */
export function EntriesFile({ product: { id, poolEntries } }: { readonly product: EarnProduct }) {
  const client = useClient();
  return (
    <DownloadCsv
      name={`${id}-pool`}
      columns={columns}
      load={(cursor) =>
        poolEntries(client, { pageSize: String(CSV_PAGE_SIZE), ...(cursor === null ? {} : { cursor }) })
      }
    />
  );
}
