import type { SecondRow } from '@candor/api';
import { DownloadCsv } from '@candor/ui';
import { csvFields } from '../common/csv-fields.ts';
import { CSV_PAGE_SIZE, useClient } from '../data/index.ts';
import { usePastSeconds } from './use-seconds.ts';

const columns = csvFields<SecondRow>(
  ['createTime', 'openTime', 'closeTime'],
  [
    'id',
    'clientOrderId',
    'symbol',
    'side',
    'periodSeconds',
    'coin',
    'stake',
    'payoutPercent',
    'payout',
    'openPrice',
    'closePrice',
    'status',
    'result',
    'voidReason',
    'profitLoss',
    'paid',
    'seq',
  ],
);

/** Saves the open contracts as a file. */
export function OpenFile() {
  const client = useClient();
  return (
    <DownloadCsv
      name="seconds-open"
      columns={columns}
      load={(cursor) =>
        client.call('secondContractOrderList', {
          body: { scope: 'open', pageSize: CSV_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
        })
      }
    />
  );
}

/** Saves the contracts that are over as a file. */
export function PastFile() {
  return <DownloadCsv name="seconds" columns={columns} load={usePastSeconds().load} />;
}
