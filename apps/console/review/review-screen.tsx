import type { ReviewRow } from '@candor/api';
import {
  Badge,
  Button,
  type Column,
  cx,
  DataTable,
  linkClass,
  rowLinkClass,
  SegmentedControl,
  Select,
  useFormatters,
  useKeys,
  useRecords,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { useAge } from './age.ts';
import { REVIEW_KEY, ReviewPage } from './item.tsx';
import { type ReviewSearch, reviewSearch } from './search.ts';

const PATH: string = '/reviews';
const ALL = 'all';
const REFRESH_MS = 5_000;

function useColumns(search: ReviewSearch): readonly Column<ReviewRow>[] {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const age = useAge();
  return [
    {
      head: 'console.queue.kind',
      card: 'title',
      cell: ({ id, kind }) => (
        <Link
          to={PATH}
          search={{ ...search, item: String(id) } as never}
          className={cx(linkClass, rowLinkClass)}
        >
          {intl.formatMessage({ id: `review.kind.${kind}` })} · {id}
        </Link>
      ),
    },
    { head: 'console.queue.user', kind: 'figure', cell: ({ userId }) => userId },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: ({ state, verdict }) => (
        <Badge tone={state === 'claimed' ? 'accent' : 'neutral'}>
          {text(verdict === null ? `console.queue.state.${state}` : `review.verdict.${verdict}`)}
        </Badge>
      ),
    },
    { head: 'console.queue.operator', quiet: true, cell: ({ operator }) => operator ?? '–' },
    { head: 'console.queue.entered', quiet: true, cell: (row) => age(row.createTime) },
    {
      head: 'console.queue.deadline',
      kind: 'time',
      cell: ({ deadline, endTime }) => (
        <span className={endTime === null && deadline < Date.now() ? 'text-warn' : ''}>
          {format.dateTime(deadline)}
          {endTime === null && <span className="block text-12">{age(deadline)}</span>}
        </span>
      ),
    },
  ];
}

/** Shows what waits for a reviewer, oldest deadline first, and one item of it by its address. */
export function ReviewScreen() {
  const intl = useIntl();
  const { client } = useConsole();
  const text = useText();
  const [search, show] = useDeskSearch(reviewSearch);
  const { kind, ended, item } = search;
  const list = { ...(kind === undefined ? {} : { kind }), ...(ended === undefined ? {} : { ended }) };
  const columns = useColumns(list);
  const kinds = useQuery({
    queryKey: [...REVIEW_KEY, 'kinds'],
    queryFn: () => client.call('getReviewKinds'),
    refetchInterval: REFRESH_MS,
  });
  const { query, rows } = useRecords<ReviewRow>({
    queryKey: [...REVIEW_KEY, 'rows', list],
    load: (cursor) =>
      client.call('getReviews', { query: { ...list, ...(cursor === null ? {} : { cursor }) } }),
    refreshMs: REFRESH_MS,
  });
  /** Opens the next item that nobody else has in hand. */
  const next = () => {
    const open = (rows ?? []).filter((row) => row.state === 'open' || (row.state === 'claimed' && row.isOwn));
    const at = open.findIndex(({ id }) => String(id) === item);
    const found = open[at + 1] ?? open.find(({ id }) => String(id) !== item);
    show(found === undefined ? list : { ...list, item: String(found.id) });
  };
  useKeys(item === undefined ? { n: next } : {});
  if (item !== undefined) {
    return (
      <div className="flex flex-col gap-6">
        <Button variant="plain" size="small" className="self-start" onClick={() => show(list)}>
          {text('console.queue.back')}
        </Button>
        <ReviewPage id={item} onNext={next} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <Select
          label={text('console.queue.kind')}
          className="w-72 max-sm:w-full"
          value={kind ?? ALL}
          onValueChange={(next) =>
            show({
              ...(ended === undefined ? {} : { ended }),
              ...(next === ALL ? {} : { kind: next }),
            })
          }
          options={[
            { value: ALL, label: text('console.queue.all') },
            ...(kinds.data ?? []).map((each) => ({
              value: each.kind,
              label: `${intl.formatMessage({ id: `review.kind.${each.kind}` })} (${each.waiting})`,
            })),
          ]}
        />
        <SegmentedControl
          label={text('console.shell.screen.review')}
          className="min-w-72 max-sm:w-full"
          value={ended ?? 'no'}
          onValueChange={(value) =>
            show({
              ...(kind === undefined ? {} : { kind }),
              ...(value === 'yes' ? { ended: 'yes' as const } : {}),
            })
          }
          segments={(['no', 'yes'] as const).map((value) => ({
            value,
            label: text(value === 'yes' ? 'console.shell.ended' : 'console.shell.waiting'),
          }))}
        />
      </div>
      <DataTable
        label={text('console.shell.screen.review')}
        density="roomy"
        pressable
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('console.queue.failed')}
        emptyTitle={text('console.queue.none')}
      />
    </div>
  );
}
