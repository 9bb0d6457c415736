import { type TermsChangeRow, termsDifferences } from '@candor/api';
import { Badge, DataTable, Differences, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { queryKeys, useClient } from '../data/index.ts';

const REFRESH_MS = 60_000;
const PAST_SHOWN = 10;

/** Changes of fees, limits, brackets and margin terms that are announced, and those that ended last. */
export function AnnouncedChanges() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const query = useQuery({
    queryKey: queryKeys.termsChanges,
    queryFn: () => client.call('getTermsChanges'),
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  const nameOf = ({ market, coin, after: { kind } }: TermsChangeRow) => {
    if (market !== '') return market;
    if (kind === 'marginCoin' || kind === 'gears') return coin;
    return text(kind === 'marginRisk' ? 'notice.cross' : 'notice.all');
  };
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('notice.title')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('notice.text')}</p>
      <DataTable<TermsChangeRow>
        label={text('notice.title')}
        density="roomy"
        skeletons={2}
        rows={data === undefined ? null : [...data.announced, ...data.ended.slice(0, PAST_SHOWN)]}
        rowKey={({ changeNo }) => changeNo}
        query={query}
        failedTitle={text('notice.failed')}
        emptyTitle={text('notice.none')}
        columns={[
          {
            head: 'notice.of',
            card: 'title',
            wraps: true,
            cell: (row) => `${text(`notice.kind.${row.after.kind}`)} · ${nameOf(row)}`,
          },
          {
            head: 'notice.change',
            card: 'line',
            wraps: true,
            className: 'sm:min-w-72',
            cell: (row) => <Differences coin={row.coin} rows={termsDifferences(row.before, row.after)} />,
          },
          { head: 'notice.effective', kind: 'time', cell: (row) => format.dateTime(row.effectiveTime) },
          {
            head: 'notice.reason',
            card: 'line',
            wraps: true,
            cell: (row) => (row.endReason === '' ? row.reason : `${row.reason} · ${row.endReason}`),
          },
          {
            head: 'notice.state',
            card: 'corner',
            cell: ({ state }) => (
              <Badge tone={state === 'announced' ? 'accent' : 'neutral'}>
                {text(`notice.state.${state}`)}
              </Badge>
            ),
          },
        ]}
      />
    </section>
  );
}
