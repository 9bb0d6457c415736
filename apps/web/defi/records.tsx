import type { MiningRecordRow } from '@candor/api';
import { DataTable, DownloadCsv, Tab, TabList, TabPanel, Tabs, useFormatters, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { csvFields } from '../common/csv-fields.ts';
import { useMasked } from '../common/eye.tsx';
import { CSV_PAGE_SIZE } from '../data/index.ts';
import { DaysFilter } from '../records/days-filter.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import { MiningReceipt } from './mining-receipt.tsx';
import { type NodeSearch, type RecordKind, recordKinds } from './search.ts';
import { useLoadRecords, useMiningRecords } from './use-mining.ts';
import { useMiningWords } from './use-words.ts';

const route = getRouteApi('/shell/defis/details');
const ALL = 'all';
const VIEWS = [ALL, ...recordKinds] as const;

const columns = csvFields<MiningRecordRow>(
  ['time'],
  ['id', 'kind', 'coin', 'amount', 'held', 'address', 'seq'],
);

/** Saves the movements of a kind as a file. */
function RecordsFile({ kind }: { readonly kind: RecordKind | undefined }) {
  return <DownloadCsv name="mining" columns={columns} load={useLoadRecords(CSV_PAGE_SIZE, kind)} />;
}

/** The movements of the user's node of a kind, each with its receipt. */
function RecordsTable({ kind }: { readonly kind: RecordKind | undefined }) {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { coins } = useMiningWords();
  const { query, rows } = useMiningRecords(kind);
  const empty = useEmptyWords(text('defi.records.none'), text('defi.records.none.text'));
  return (
    <DataTable<MiningRecordRow>
      label={text('defi.records')}
      density="roomy"
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      failedTitle={text('defi.records.notLoaded')}
      {...empty}
      columns={[
        { head: 'defi.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'defi.record',
          card: 'title',
          cell: (record) => <span className="font-medium">{text(`defi.record.${record.kind}`)}</span>,
        },
        {
          head: 'defi.amount',
          kind: 'figure',
          card: 'corner',
          cell: ({ amount, coin }) => (coin === null ? null : masked(coins(amount, coin))),
        },
        {
          head: 'defi.record.into',
          kind: 'figure',
          quiet: true,
          cell: ({ into }) => (into === null ? null : masked(coins(into.amount, into.coin))),
        },
        {
          head: 'defi.after.held',
          kind: 'figure',
          quiet: true,
          cell: ({ held, coin }) => (held === null || coin === null ? null : masked(coins(held, coin))),
        },
        { head: 'defi.receipt', kind: 'end', cell: (record) => <MiningReceipt record={record} /> },
      ]}
    />
  );
}

/** All movements of the user's node; the address holds the kind and the days that are shown. */
export function Records() {
  const text = useText();
  const search = route.useSearch();
  const { kind } = search;
  const navigate = route.useNavigate();
  const show = (view: (typeof VIEWS)[number]) => {
    const { kind: _, ...days } = search;
    const next: NodeSearch = view === ALL ? days : { ...days, kind: view };
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="text-20 font-semibold">{text('defi.records')}</h2>
      <DaysFilter>
        {(fields) => (
          <Tabs value={kind ?? ALL} onValueChange={show} className="flex flex-col gap-4">
            <TabList label={text('defi.record')}>
              {VIEWS.map((view) => (
                <Tab key={view} value={view}>
                  {view === ALL ? text('defi.records.all') : text(`defi.record.${view}`)}
                </Tab>
              ))}
            </TabList>
            <div className="flex flex-wrap items-end justify-between gap-3">
              {fields}
              <RecordsFile kind={kind} />
            </div>
            {VIEWS.map((view) => (
              <TabPanel key={view} value={view}>
                <RecordsTable kind={view === ALL ? undefined : view} />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </DaysFilter>
    </section>
  );
}
