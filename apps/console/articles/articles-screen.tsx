import {
  ARTICLE_KINDS,
  type ArticleKind,
  mayCall,
  type OperatorArticleRow,
  type OperatorArticles,
} from '@candor/api';
import { Badge, Button, DataTable, linkClass, Select, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { ARTICLES_KEY, NewArticleDialog } from './dialogs.tsx';
import { ArticleEditor } from './editor.tsx';
import { articlesSearch } from './search.ts';

const REFRESH_MS = 10_000;
const ALL = 'all';

type Category = OperatorArticles['categories'][number];

function Categories({ rows, mayWrite }: { readonly rows: readonly Category[]; readonly mayWrite: boolean }) {
  const text = useText();
  const [edited, edit] = useState<Category | 'new' | null>(null);
  const nameOf = ({ titles, code }: Category) => titles.en ?? code;
  const above = (row: Category) => rows.find(({ id }) => id === row.parentId);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{text('console.articles.categories')}</h2>
      {mayWrite && (
        <Button className="self-start" variant="quiet" onClick={() => edit('new')}>
          {text('console.articles.addCategory')}
        </Button>
      )}
      <DataTable<Category>
        label={text('console.articles.categories')}
        rows={rows}
        rowKey={({ id }) => id}
        emptyTitle={text('console.articles.empty')}
        columns={[
          { head: 'console.articles.name', card: 'title', cell: nameOf },
          {
            head: 'console.articles.above',
            cell: (row) => {
              const parent = above(row);
              return parent === undefined ? '–' : nameOf(parent);
            },
          },
          { head: 'console.articles.code', cell: ({ code }) => code },
          { head: 'console.articles.sort', kind: 'figure', cell: ({ sort }) => String(sort) },
          ...(mayWrite
            ? [
                {
                  head: 'console.shell.actions' as const,
                  kind: 'actions' as const,
                  cell: (row: Category) => (
                    <Button
                      variant="plain"
                      size="small"
                      aria-label={`${nameOf(row)}: ${text('console.articles.change')}`}
                      onClick={() => edit(row)}
                    >
                      {text('console.articles.change')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {edited !== null && (
        <CategoryDialog row={edited === 'new' ? null : edited} categories={rows} onClose={() => edit(null)} />
      )}
    </section>
  );
}

function Marks({ row: { missing, stale } }: { readonly row: OperatorArticleRow }) {
  const text = useText();
  if (missing.length === 0 && stale.length === 0) return '–';
  return (
    <span className="flex flex-col gap-0.5 text-13">
      {missing.length > 0 && (
        <span className="text-warn">
          {text('console.articles.missing', { languages: missing.join(', ') })}
        </span>
      )}
      {stale.length > 0 && (
        <span className="text-ink-2">{text('console.articles.stale', { languages: stale.join(', ') })}</span>
      )}
    </span>
  );
}

function ArticleTable({
  rows,
  open,
}: {
  readonly rows: readonly OperatorArticleRow[];
  readonly open: (id: number) => void;
}) {
  const text = useText();
  const format = useFormatters();
  return (
    <DataTable<OperatorArticleRow>
      label={text('console.shell.screen.articles')}
      rows={rows}
      rowKey={({ id }) => id}
      emptyTitle={text('console.articles.empty')}
      columns={[
        {
          head: 'console.articles.name',
          card: 'title',
          wraps: true,
          cell: ({ id, title, code }) => (
            <button
              type="button"
              className={`${linkClass} min-w-40 text-start touch:min-h-11`}
              onClick={() => open(id)}
            >
              {title === '' ? code : title}
            </button>
          ),
        },
        { head: 'console.articles.kind', cell: ({ kind }) => text(`console.articles.kind.${kind}`) },
        {
          head: 'console.shell.state',
          card: 'corner',
          cell: ({ state, isChanged }) => (
            <Badge tone={state === 'visible' && !isChanged ? 'neutral' : 'warn'}>
              {isChanged && state !== 'draft'
                ? text('console.articles.changed')
                : text(`console.articles.state.${state}`)}
            </Badge>
          ),
        },
        { head: 'console.articles.languages', wraps: true, cell: (row) => <Marks row={row} /> },
        {
          head: 'console.articles.changeTime',
          kind: 'time',
          cell: ({ changeTime }) => format.dateTime(changeTime),
        },
      ]}
    />
  );
}

/** Articles: the list with its marks, and the editor of one. */
export function ArticlesScreen() {
  const { client } = useConsole();
  const operator = useOperator();
  const text = useText();
  const [search, show] = useDeskSearch(articlesSearch);
  const [isNew, setNew] = useState(false);
  const query = useQuery({
    queryKey: ARTICLES_KEY,
    queryFn: () => client.call('getOperatorArticles'),
    refetchInterval: REFRESH_MS,
  });
  const mayWrite = operator !== null && mayCall(operator.role, 'draftArticle');
  const { id, kind, language = 'en' } = search;
  return (
    <LiveScreen query={query} failedTitle="console.articles.failed">
      {({ articles, categories }) =>
        id === undefined ? (
          <>
            <p className="max-w-180 text-13 text-ink-3">{text('console.articles.note')}</p>
            <div className="flex flex-wrap items-end gap-3">
              <Select
                label={text('console.articles.kind')}
                value={kind ?? ALL}
                onValueChange={(next) => show(next === ALL ? {} : { kind: next as ArticleKind })}
                options={[
                  { value: ALL, label: text('console.articles.allKinds') },
                  ...ARTICLE_KINDS.map((value) => ({ value, label: text(`console.articles.kind.${value}`) })),
                ]}
              />
              {mayWrite && <Button onClick={() => setNew(true)}>{text('console.articles.new')}</Button>}
            </div>
            <ArticleTable
              rows={articles.filter((row) => kind === undefined || row.kind === kind)}
              open={(next) => show({ id: next })}
            />
            <Categories rows={categories} mayWrite={mayWrite} />
            {isNew && (
              <NewArticleDialog
                categories={categories}
                onMade={(next) => show({ id: next })}
                onClose={() => setNew(false)}
              />
            )}
          </>
        ) : (
          <ArticleEditor
            id={id}
            language={language}
            categories={categories}
            mayWrite={mayWrite}
            show={(next) => show(next === null ? {} : { id, language: next })}
          />
        )
      }
    </LiveScreen>
  );
}
