import type { ReviewRow } from '@candor/api';
import {
  Badge,
  Button,
  type Column,
  cx,
  linkClass,
  rowLinkClass,
  SegmentedControl,
  toasts,
  useFormatters,
  useKeys,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { useAge } from '../shell/age.ts';
import { RecordTable } from '../shell/record-table.tsx';
import { type TableSearch, tableQueryOf } from '../shell/table-search.ts';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { ReviewPage } from './item.tsx';
import { REVIEW_KEY } from './refresh.ts';
import { reviewSearch, reviewTerms } from './search.ts';

const PATH: string = '/reviews';
const REFRESH_MS = 5_000;
/** Items of the queue that the search for the next one reads. */
const LOOKED_AT = '100';
const CSV = [
  'id',
  'kind',
  'subject',
  'version',
  'userId',
  'priority',
  'value',
  'state',
  'operator',
  'createTime',
  'deadline',
  'verdict',
  'reason',
  'endTime',
] as const;

function useColumns(search: TableSearch): readonly Column<ReviewRow>[] {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const age = useAge();
  const { serverNowMs } = useConsole();
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
    {
      head: 'console.queue.value',
      kind: 'figure',
      cell: ({ value }) => (value === null ? '–' : format.quantity(value)),
    },
    { head: 'console.queue.operator', quiet: true, cell: ({ operator }) => operator ?? '–' },
    { head: 'console.queue.entered', quiet: true, cell: (row) => age(row.createTime) },
    {
      head: 'console.queue.deadline',
      kind: 'time',
      cell: ({ deadline, endTime }) => (
        <span className={endTime === null && deadline < serverNowMs() ? 'text-warn' : ''}>
          {format.dateTime(deadline)}
          {endTime === null && <span className="block text-12">{age(deadline)}</span>}
        </span>
      ),
    },
  ];
}

/** Shows what waits for a reviewer, the most urgent first, and one item of it by its address. */
export function ReviewScreen() {
  const { client } = useConsole();
  const text = useText();
  const problemOf = useProblem();
  const [search, show] = useDeskSearch(reviewSearch);
  const { item, ...list } = search;
  const { ended, ...waiting } = list;
  const columns = useColumns(list);
  const { data: kinds = [] } = useQuery({
    queryKey: [...REVIEW_KEY, 'kinds'],
    queryFn: () => client.call('getReviewKinds'),
    refetchInterval: REFRESH_MS,
  });
  const load = (query: Record<string, string>) => client.call('getReviews', { query });
  /** Opens the next item of the list that nobody else has in hand. */
  const next = async () => {
    const { records } = await load({ ...tableQueryOf(list), pageSize: LOOKED_AT });
    const open = records.filter((row) => row.canClaim || (row.state === 'claimed' && row.isOwn));
    const at = open.findIndex(({ id }) => String(id) === item);
    const found = open[at + 1] ?? open.find(({ id }) => String(id) !== item);
    show(found === undefined ? list : { ...list, item: String(found.id) });
  };
  const onNext = () => void next().catch((error: unknown) => toasts.error(problemOf(error).text));
  useKeys(item === undefined ? { n: onNext } : {});
  if (item !== undefined) {
    return (
      <div className="flex flex-col gap-6">
        <Button variant="plain" size="small" className="self-start" onClick={() => show(list)}>
          {text('console.queue.back')}
        </Button>
        <ReviewPage id={item} onNext={onNext} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={text('console.shell.screen.review')}
        className="max-w-96"
        value={ended ?? 'no'}
        onValueChange={(value) => show(value === 'yes' ? { ...waiting, ended: 'yes' } : waiting)}
        segments={(['no', 'yes'] as const).map((value) => ({
          value,
          label: text(value === 'yes' ? 'console.shell.ended' : 'console.shell.waiting'),
        }))}
      />
      <RecordTable<ReviewRow>
        desk="/reviews"
        terms={reviewTerms(kinds)}
        search={list}
        onShow={show}
        queryKey={[...REVIEW_KEY, 'rows']}
        refreshMs={REFRESH_MS}
        load={load}
        density="roomy"
        pressable
        columns={columns}
        rowKey={({ id }) => id}
        csv={CSV}
        label={text('console.shell.screen.review')}
        failedTitle={text('console.queue.failed')}
        emptyTitle={text('console.queue.none')}
      />
    </div>
  );
}
