import { ANNOUNCEMENT_TOPICS, type AnnouncementTopic, FEED_PATH } from '@candor/api';
import { Badge, Button, cx, EmptyState, Loaded, Skeleton, useFormatters, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Rss } from 'lucide-react';
import { useState } from 'react';
import { useAnnouncements, useSignedIn } from '../data/index.ts';
import { ArticleLink, HelpFrame } from './parts.tsx';

const route = getRouteApi('/shell/article/main/announcements');

/** The topics as links, so that the address holds the choice. */
function Topics({ topic }: { readonly topic: AnnouncementTopic | undefined }) {
  const text = useText();
  return (
    <nav
      aria-label={text('articles.topics')}
      className="-mx-1 min-w-0 overflow-x-auto [scrollbar-width:none]"
    >
      <ul className="flex gap-1 px-1 py-1">
        {[undefined, ...ANNOUNCEMENT_TOPICS].map((each) => (
          <li key={each ?? 'all'} className="shrink-0">
            <Link
              to="/article/main/announcements"
              search={each === undefined ? {} : { topic: each }}
              aria-current={each === topic ? 'page' : undefined}
              className={cx(
                'flex h-9 items-center rounded-base px-3 text-14 whitespace-nowrap transition-colors touch:h-11',
                each === topic ? 'bg-wash font-semibold text-ink' : 'text-ink-2 hover:text-ink',
              )}
            >
              {text(each === undefined ? 'articles.topic.all' : `articles.topic.${each}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function List({ topic }: { readonly topic: AnnouncementTopic | undefined }) {
  const text = useText();
  const format = useFormatters();
  const signedIn = useSignedIn();
  const [page, setPage] = useState(1);
  const query = useAnnouncements(topic ?? null, page);
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<Skeleton className="h-80 w-full" />}
      failedTitle={text('articles.failed')}
    >
      {({ records, pages }) =>
        records.length === 0 ? (
          <EmptyState title={text('articles.noAnnouncements')} />
        ) : (
          <>
            <ul className="flex flex-col divide-y border-y">
              {records.map((record) => (
                <li key={record.id} className="flex flex-col gap-1 py-4">
                  <span className="flex flex-wrap items-center gap-2 text-16">
                    <ArticleLink article={record} />
                    {record.topic !== null && <Badge>{text(`articles.topic.${record.topic}`)}</Badge>}
                    {signedIn && !record.isRead && <Badge tone="accent">{text('articles.unread')}</Badge>}
                  </span>
                  <span className="max-w-180 text-13 text-ink-3">{record.summary}</span>
                  <time className="text-12 text-ink-3">{format.dateTime(record.publishTime)}</time>
                </li>
              ))}
            </ul>
            {pages > 1 && (
              <div className="flex items-center justify-between gap-3">
                <Button variant="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {text('articles.newer')}
                </Button>
                <span className="text-13 text-ink-3">{text('articles.page', { page, pages })}</span>
                <Button variant="quiet" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  {text('articles.older')}
                </Button>
              </div>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** Announcements, the newest first, by topic; each list is also a feed. */
export function AnnouncementsPage() {
  const text = useText();
  const { locale } = useFormatters();
  const { topic } = route.useSearch();
  return (
    <HelpFrame>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-28 font-semibold">{text('menu.announcements')}</h1>
        <a
          href={`${FEED_PATH}/${locale}/${topic ?? 'announcements'}.xml`}
          className="flex items-center gap-2 rounded-small text-14 text-ink-2 hover:text-ink touch:min-h-11"
        >
          <Rss aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {text('articles.feed')}
        </a>
      </div>
      <Topics topic={topic} />
      <List key={topic ?? 'all'} topic={topic} />
    </HelpFrame>
  );
}
