import type { RebateRow } from '@candor/api';
import { checkRebate } from '@candor/proofs';
import { DataTable, DownloadCsv, useFormatters, useRecords, useText } from '@candor/ui';
import { csvFields } from '../../common/csv-fields.ts';
import { comparedFigures, RecomputedReceipt } from '../../common/receipt-details.tsx';
import { CSV_PAGE_SIZE, queryKeys, useClient } from '../../data/index.ts';
import { useEmptyWords, useRecordFilter } from '../../records/record-filter.tsx';
import { Section } from '../section.tsx';
import { useCoins } from './coins.ts';
import { csvDay } from './csv-day.ts';
import { useShare } from './share.ts';
import { useShareName } from './share-name.ts';

const PAGE_SIZE = 20;
const PPM_PERCENT = 10_000;
const MILLION = 1_000_000;

const columns = [
  csvDay<RebateRow>(),
  ...csvFields<RebateRow>(
    [],
    [
      'generation',
      'coin',
      'fees',
      'sharePpm',
      'carriedMillionths',
      'restMillionths',
      'amount',
      'firstSeq',
      'seq',
    ],
  ),
];

/** The stub of a day's rebates: this browser recomputes them from the fees, the share and what was carried over. */
function RebateReceiptStub({ rebate }: { readonly rebate: RebateRow }) {
  const text = useText();
  const format = useFormatters();
  const share = useShare();
  const shareName = useShareName();
  const check = checkRebate(rebate);
  const recomputed = check.steps[0]?.recomputed ?? '';
  const { coin, seq, firstSeq, fees, sharePpm, carriedMillionths, restMillionths, amount } = rebate;
  const units = (millionths: number) => format.quantity(String(millionths / MILLION));
  const title = `${text('rewards.rebate')} · ${format.day(rebate.day)}`;
  const lines = [
    { label: text('rewards.day'), value: format.day(rebate.day) },
    { label: text('rewards.generation.head'), value: shareName(rebate.generation) },
    { label: text('rewards.fees'), value: `${format.quantity(fees)} ${coin}` },
    { label: text('rewards.share'), value: share(String(sharePpm / PPM_PERCENT)) },
    { label: text('rewards.rebate.carried'), value: units(carriedMillionths) },
    {
      label: text('rewards.earned'),
      value: `${comparedFigures(check.ok, format.quantity(amount), format.quantity(recomputed))} ${coin}`,
    },
    { label: text('rewards.rebate.rest'), value: units(restMillionths) },
    { label: text('rewards.rebate.range'), value: firstSeq === seq ? String(seq) : `${firstSeq}–${seq}` },
  ];
  return (
    <RecomputedReceipt
      title={title}
      check={check}
      lines={lines}
      sentences={[text('rewards.rebate.formula')]}
      journal={rebate.journal}
      json={{ receipt: rebate, check }}
    />
  );
}

function useLoadRebates(pageSize: number) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getRebates', {
      query: { pageSize: String(pageSize), ...times, ...(cursor === null ? {} : { cursor }) },
    });
}

/** Rebates by full day and payer, each with its receipt, and all of them as a file. */
export function Rebates() {
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const shareName = useShareName();
  const { times } = useRecordFilter();
  const { rows, query } = useRecords<RebateRow>({
    queryKey: [...queryKeys.promotion, 'rebates', times],
    load: useLoadRebates(PAGE_SIZE),
  });
  return (
    <Section wide title={text('rewards.rebates')} text={text('rewards.rebates.text')}>
      <div className="flex justify-end">
        <DownloadCsv name="rebates" columns={columns} load={useLoadRebates(CSV_PAGE_SIZE)} />
      </div>
      <DataTable<RebateRow>
        label={text('rewards.rebates')}
        rows={rows}
        rowKey={({ seq, firstSeq, generation, coin, sharePpm, fees }) =>
          `${seq} ${firstSeq} ${generation} ${coin} ${sharePpm} ${fees}`
        }
        query={query}
        {...useEmptyWords(text('rewards.rebates.none'), text('rewards.rebates.noneText'))}
        columns={[
          { head: 'rewards.day', cell: ({ day }) => format.day(day) },
          {
            head: 'rewards.generation.head',
            card: 'title',
            cell: ({ generation }) => shareName(generation),
          },
          {
            head: 'rewards.earned',
            kind: 'figure',
            card: 'corner',
            cell: (rebate) => coins([rebate]),
          },
          {
            head: 'rewards.rebate',
            kind: 'end',
            cell: (rebate) => <RebateReceiptStub rebate={rebate} />,
          },
        ]}
      />
    </Section>
  );
}
