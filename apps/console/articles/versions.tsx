import type { Language, OperatorArticle } from '@candor/api';
import { Badge, Button, DataTable, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { diffWordsWithSpace } from 'diff';
import { useMemo, useState } from 'react';
import { useConsole } from '../data/session.ts';
import { VersionDialog } from './dialogs.tsx';

type Version = OperatorArticle['versions'][number];

/** Shows what a text took out of another, and what it added. */
export function Difference({ from, to }: { readonly from: string; readonly to: string }) {
  const parts = useMemo(() => diffWordsWithSpace(from, to), [from, to]);
  return (
    <div className="max-w-180 whitespace-pre-wrap rounded-base border border-line p-3 text-13">
      {parts.map(({ value, added, removed }, at) => {
        // parts have no names of their own, and their order is all that they are
        const key = `${at}`;
        if (added)
          return (
            <ins key={key} className="text-up">
              {value}
            </ins>
          );
        if (removed)
          return (
            <del key={key} className="text-down">
              {value}
            </del>
          );
        return <span key={key}>{value}</span>;
      })}
    </div>
  );
}

function Compared({
  article,
  version,
  language,
}: {
  readonly article: OperatorArticle;
  readonly version: number;
  readonly language: Language;
}) {
  const { client } = useConsole();
  const params = { id: String(article.id), version: String(version) };
  const { data } = useQuery({
    queryKey: ['articles', 'version', article.id, version],
    queryFn: () => client.call('getArticleVersion', { params }),
    // a version never changes
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return <SkeletonText lines={3} />;
  const written = (text: { readonly title: string; readonly body: string } | undefined) =>
    text === undefined ? '' : `${text.title}\n\n${text.body}`;
  return <Difference from={written(data[language])} to={written(article.drafts[language])} />;
}

/** The versions of an article: what differs from the draft, restoring one, withdrawing one that waits. */
export function Versions({
  article,
  language,
  mayWrite,
}: {
  readonly article: OperatorArticle;
  readonly language: Language;
  readonly mayWrite: boolean;
}) {
  const text = useText();
  const format = useFormatters();
  const nowMs = useConsole().serverNowMs();
  const [compared, compare] = useState<number | null>(null);
  const [dialog, open] = useState<{ readonly version: number; readonly isWithdrawal: boolean } | null>(null);
  const isWaiting = ({ publishTime, withdrawTime }: Version) => withdrawTime === null && publishTime > nowMs;
  // the newest one whose time has come is what readers have
  const shown = article.versions.find(
    ({ publishTime, withdrawTime }) => withdrawTime === null && publishTime <= nowMs,
  );
  const button = (version: number, key: 'compare' | 'restore' | 'withdraw', onClick: () => void) => (
    <Button
      key={key}
      variant="plain"
      size="small"
      aria-label={`${text('console.articles.version', { version })}: ${text(`console.articles.${key}`)}`}
      onClick={onClick}
    >
      {text(`console.articles.${key}`)}
    </Button>
  );
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{text('console.articles.versions')}</h2>
      <DataTable<Version>
        label={text('console.articles.versions')}
        rows={article.versions}
        rowKey={({ version }) => version}
        emptyTitle={text('console.articles.noVersion')}
        columns={[
          {
            head: 'console.articles.versions',
            card: 'title',
            cell: ({ version }) => text('console.articles.version', { version }),
          },
          {
            head: 'console.articles.when',
            kind: 'time',
            cell: ({ publishTime }) => format.dateTime(publishTime),
          },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: (row) =>
              row.withdrawTime !== null ? (
                <Badge tone="warn">{text('console.articles.withdrawn')}</Badge>
              ) : isWaiting(row) ? (
                <Badge tone="accent">{text('console.articles.state.scheduled')}</Badge>
              ) : row === shown ? (
                <Badge>
                  {text(`console.articles.state.${article.state === 'hidden' ? 'hidden' : 'visible'}`)}
                </Badge>
              ) : (
                '–'
              ),
          },
          { head: 'console.articles.operator', cell: ({ operator }) => operator },
          { head: 'console.shell.reason', wraps: true, cell: ({ reason }) => reason },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: (row) => (
              <span className="flex justify-end gap-2">
                {button(row.version, 'compare', () => compare(compared === row.version ? null : row.version))}
                {mayWrite &&
                  button(row.version, 'restore', () => open({ version: row.version, isWithdrawal: false }))}
                {mayWrite &&
                  isWaiting(row) &&
                  button(row.version, 'withdraw', () => open({ version: row.version, isWithdrawal: true }))}
              </span>
            ),
          },
        ]}
      />
      {compared !== null && <Compared article={article} version={compared} language={language} />}
      {dialog !== null && (
        <VersionDialog
          article={article}
          version={dialog.version}
          isWithdrawal={dialog.isWithdrawal}
          onClose={() => open(null)}
        />
      )}
    </section>
  );
}
