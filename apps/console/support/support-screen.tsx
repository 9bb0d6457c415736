import type { SupportRow } from '@candor/api';
import { type Locale, languageNames } from '@candor/i18n';
import {
  Badge,
  Button,
  type Column,
  cx,
  linkClass,
  rowLinkClass,
  SegmentedControl,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useConsole } from '../data/session.ts';
import { useLength } from '../shell/length.ts';
import { RecordTable } from '../shell/record-table.tsx';
import type { TableSearch } from '../shell/table-search.ts';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { Answers } from './answers.tsx';
import { ConversationPage } from './conversation.tsx';
import { Figures } from './figures.tsx';
import { Office } from './office.tsx';
import { usePresence } from './presence.ts';
import { SUPPORT_KEY } from './refresh.ts';
import { supportSearch, supportTerms } from './search.ts';
import { statusTone } from './status-tone.ts';

const PATH: string = '/support';
const REFRESH_MS = 5_000;
const ROWS_KEY = [...SUPPORT_KEY, 'rows'];
const CSV = [
  'id',
  'userId',
  'language',
  'matter',
  'reference',
  'status',
  'operator',
  'waitingSince',
  'snoozedUntil',
  'lastNumber',
  'lastTime',
  'createTime',
] as const;

function useColumns(search: TableSearch): readonly Column<SupportRow>[] {
  const format = useFormatters();
  const text = useText();
  const length = useLength();
  const { serverNowMs } = useConsole();
  return [
    {
      head: 'console.support.matter',
      card: 'title',
      cell: ({ id, matter }) => (
        <Link
          to={PATH}
          search={{ ...search, chat: String(id) } as never}
          className={cx(linkClass, rowLinkClass)}
        >
          {text(`matter.${matter}`)} · {id}
        </Link>
      ),
    },
    {
      head: 'console.support.user',
      kind: 'figure',
      cell: ({ userId }) => userId ?? text('console.support.guest'),
    },
    {
      head: 'console.support.language',
      cell: ({ language }) => languageNames[language as Locale] ?? language,
    },
    {
      head: 'console.shell.state',
      card: 'corner',
      cell: ({ status }) => (
        <Badge tone={statusTone[status]}>{text(`console.support.status.${status}`)}</Badge>
      ),
    },
    {
      head: 'console.support.waiting',
      kind: 'time',
      cell: ({ waitingSince }) => (waitingSince === null ? '–' : length(serverNowMs() - waitingSince)),
    },
    { head: 'console.support.operator', quiet: true, cell: ({ operator }) => operator ?? '–' },
    { head: 'console.support.last', kind: 'time', cell: ({ lastTime }) => format.dateTime(lastTime) },
  ];
}

/** The queue of support, those that wait longest first, and one conversation by its address. */
export function SupportScreen() {
  const { client } = useConsole();
  const text = useText();
  const [search, show] = useDeskSearch(supportSearch);
  const { chat, view, ...list } = search;
  const { own, ...all } = list;
  const columns = useColumns(list);
  const presence = usePresence(ROWS_KEY, REFRESH_MS);
  if (chat !== undefined)
    return (
      <div className="flex flex-col gap-4">
        <Button variant="plain" size="small" className="self-start" onClick={() => show(list)}>
          {text('console.support.back')}
        </Button>
        <ConversationPage key={chat} id={chat} />
      </div>
    );
  const queue = (
    <RecordTable<SupportRow>
      desk="/support"
      terms={supportTerms}
      search={list}
      onShow={show}
      queryKey={ROWS_KEY}
      refreshMs={presence.refreshMs}
      load={(query) => client.call('getSupportQueue', { query: { ...query, present: presence.word() } })}
      density="roomy"
      pressable
      columns={columns}
      rowKey={({ id }) => id}
      csv={CSV}
      label={text('console.shell.screen.support')}
      failedTitle={text('console.support.failed')}
      emptyTitle={text('console.support.none')}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={text('console.shell.screen.support')}
        className="max-w-200 overflow-x-auto"
        value={view ?? (own === undefined ? 'all' : 'own')}
        onValueChange={(value) =>
          show(value === 'own' ? { ...all, own: 'yes' } : value === 'all' ? all : { ...all, view: value })
        }
        segments={[
          { value: 'all', label: text('console.shell.all') },
          { value: 'own', label: text('console.support.mine') },
          { value: 'answers', label: text('console.support.answers') },
          { value: 'figures', label: text('console.support.figures') },
          { value: 'office', label: text('console.support.office') },
        ]}
      />
      {view === 'answers' ? (
        <Answers />
      ) : view === 'figures' ? (
        <Figures />
      ) : view === 'office' ? (
        <Office />
      ) : (
        queue
      )}
    </div>
  );
}
