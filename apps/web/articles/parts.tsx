import type { ArticleBranch, ArticleLine } from '@candor/api';
import { isLocale, languageTags } from '@candor/i18n';
import {
  Button,
  ErrorState,
  fingerClass,
  Loaded,
  loneLinkClass,
  quietLinkClass,
  Skeleton,
  TextField,
  useFormatters,
  useText,
} from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { setPageTitle } from '../common/tab-title.ts';

/** The language of a text where it is not the page's. */
export function useTextLanguage(): (language: string) => { lang?: string } {
  const { locale } = useFormatters();
  return (language) => (language === locale || !isLocale(language) ? {} : { lang: languageTags[language] });
}

/** Leads back to the index when the reader changes the language. */
export function useIndexAtNewLanguage(): void {
  const { locale } = useFormatters();
  const navigate = useNavigate();
  const first = useRef(locale);
  useEffect(() => {
    if (first.current !== locale) void navigate({ to: '/article/main/index', search: {} });
  }, [locale, navigate]);
}

/** Names the window after what is shown. */
export function useOwnTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setPageTitle(`${title} · Candor`);
  }, [title]);
}

interface CrumbsProps {
  /** The category, then the section; the last is the page itself where `current` is not given. */
  readonly way: readonly ArticleBranch[];
  readonly current: string;
}

const crumbClass = `${quietLinkClass} ${fingerClass}`;

/** The way from the help centre to a page. */
export function Crumbs({ way, current }: CrumbsProps) {
  const text = useText();
  const steps: ReactNode[] = [
    <Link key="index" to="/article/main/index" search={{}} className={crumbClass}>
      {text('menu.help')}
    </Link>,
    ...way.map(({ id, title }, at) =>
      at === 0 ? (
        <Link
          key={`category-${id}`}
          to="/article/main/categories/$id"
          params={{ id: String(id) }}
          className={crumbClass}
        >
          {title}
        </Link>
      ) : (
        <Link
          key={`section-${id}`}
          to="/article/main/sections/$id"
          params={{ id: String(id) }}
          className={crumbClass}
        >
          {title}
        </Link>
      ),
    ),
    <span key="current" aria-current="page" className="min-w-0 text-ink-3">
      {current}
    </span>,
  ];
  return (
    <nav aria-label={text('articles.way')}>
      <ol className="flex flex-wrap items-center gap-x-1 text-13">
        {steps.map((step, at) => (
          <li key={at} className="flex min-w-0 items-center gap-1 touch:min-h-11">
            {at > 0 && <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />}
            {step}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A link to an article, in the language in which it is written. */
export function ArticleLink({
  article,
  children,
}: {
  readonly article: ArticleLine;
  readonly children?: ReactNode;
}) {
  const lang = useTextLanguage();
  return (
    <Link
      to="/article/main/content/$type/$id"
      params={{ type: article.article_type, id: String(article.id) }}
      className={loneLinkClass}
      {...lang(article.language)}
    >
      {children ?? article.title}
    </Link>
  );
}

/** Articles with the beginning of each. */
export function ArticleList({ articles }: { readonly articles: readonly ArticleLine[] }) {
  const lang = useTextLanguage();
  return (
    <ul className="flex flex-col divide-y">
      {articles.map((article) => (
        <li key={article.id} className="flex flex-col gap-1 py-3">
          <span className="text-16">
            <ArticleLink article={article} />
          </span>
          {article.summary !== '' && (
            <span className="line-clamp-2 max-w-180 text-13 text-ink-3" {...lang(article.language)}>
              {article.summary}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The field that searches the help centre. */
export function HelpSearchForm({ first }: { readonly first: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [q, setQ] = useState(first);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const words = q.trim();
    void navigate({ to: '/article/main/index', search: words === '' ? {} : { q: words } });
  };
  return (
    <search>
      <form onSubmit={send} className="flex max-w-140 items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={text('articles.search')}
            type="search"
            value={q}
            onValueChange={setQ}
            maxLength={100}
          />
        </div>
        <Button type="submit" variant="quiet">
          {text('articles.find')}
        </Button>
      </form>
    </search>
  );
}

/** The frame of all pages of the help centre. */
export function HelpFrame({ children }: { readonly children: ReactNode }) {
  return <div className="mx-auto flex w-full max-w-330 flex-col gap-6 px-4 py-8 sm:px-5">{children}</div>;
}

/** Stands where an article or a list is not there. */
export function NotThere({
  onRetry,
  retrying,
}: {
  readonly onRetry: () => void;
  readonly retrying: boolean;
}) {
  const text = useText();
  return (
    <HelpFrame>
      <ErrorState
        title={text('articles.none')}
        text={text('articles.noneText')}
        heading="h1"
        onRetry={onRetry}
        retrying={retrying}
      />
      <Link to="/article/main/index" search={{}} className={loneLinkClass}>
        {text('menu.help')}
      </Link>
    </HelpFrame>
  );
}

interface HelpPageProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Size of what stands there meanwhile. */
  readonly skeleton: string;
  readonly children: (data: Data) => ReactNode;
}

/** A page of the help centre that waits for its data, or says that there is none. */
export function HelpPage<Data>({ query, skeleton, children }: HelpPageProps<Data>) {
  const text = useText();
  const { data } = query;
  if (query.isError && data === undefined)
    return <NotThere onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return (
    <HelpFrame>
      <Loaded
        query={query}
        data={data}
        skeleton={<Skeleton className={skeleton} />}
        failedTitle={text('articles.failed')}
      >
        {children}
      </Loaded>
    </HelpFrame>
  );
}

/** The day of the last change. */
export function Changed({ time }: { readonly time: number }) {
  const text = useText();
  const format = useFormatters();
  return <span>{text('articles.changed', { time: format.date(time) })}</span>;
}
