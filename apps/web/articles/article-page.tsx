import { ARTICLE_KINDS, type ArticlePage as Article, type ArticleKind } from '@candor/api';
import { ActMessage, Button, cx, linkClass, loneLinkClass, useAct, useText } from '@candor/ui';
import { ArticleText, useArticleParts } from '@candor/ui/article';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { oneOf } from '../common/search-params.ts';
import { queryKeys, useArticle, useClient, useSignedIn } from '../data/index.ts';
import { SupportLink } from '../shell/support-link.tsx';
import {
  ArticleLink,
  Changed,
  Crumbs,
  HelpPage,
  NotThere,
  useIndexAtNewLanguage,
  useOwnTitle,
  useTextLanguage,
} from './parts.tsx';

const route = getRouteApi('/shell/article/main/content/$type/$id');
/** Headings from which on a table of contents helps. */
const PARTS_TO_LIST = 3;

/** A link within the app: the page changes without being loaded again. */
function ownLink(href: string, children: ReactNode): ReactNode {
  const [path = '', query = ''] = href.split('?', 2);
  return (
    <Link
      to={path as NonNullable<LinkProps['to']>}
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      className={linkClass}
    >
      {children}
    </Link>
  );
}

/** Says if the article helped; the answer can be changed. */
function Helpful({ article }: { readonly article: Article }) {
  const text = useText();
  const client = useClient();
  const queries = useQueryClient();
  const signedIn = useSignedIn();
  const act = useAct<unknown, boolean>({
    mutationFn: (isHelpful, sending) =>
      client.call('answerArticle', { params: { id: String(article.id) }, body: { isHelpful } }, sending),
    onSettled: () => void queries.invalidateQueries({ queryKey: [...queryKeys.articles, 'content'] }),
  });
  const { helpful, unhelpful, ownAnswer } = article;
  const total = helpful + unhelpful;
  const helped = total === 0 ? text('articles.noAnswers') : text('articles.helped', { helpful, total });
  // a visitor cannot answer, and is asked nothing
  if (!signedIn) return total === 0 ? null : <p className="border-t pt-5 text-13 text-ink-3">{helped}</p>;
  return (
    <section aria-labelledby="helpful" className="flex flex-col gap-3 border-t pt-5">
      <h2 id="helpful" className="text-16 font-semibold">
        {text('articles.helpful')}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        {[true, false].map((isHelpful) => (
          <Button
            key={String(isHelpful)}
            variant="quiet"
            aria-pressed={ownAnswer === isHelpful}
            loading={act.isPending && act.variables === isHelpful}
            onClick={() => act.mutate(isHelpful)}
          >
            {text(isHelpful ? 'articles.yes' : 'articles.no')}
          </Button>
        ))}
        <ActMessage phase={act.phase} error={act.error} />
      </div>
      <p className="text-13 text-ink-3">{helped}</p>
      {ownAnswer === false && <SupportLink />}
    </section>
  );
}

/** The article's headings, as links to them. */
function Contents({ article, className }: { readonly article: Article; readonly className: string }) {
  const text = useText();
  const parts = useArticleParts(article.content, article.figures);
  if (parts.length < PARTS_TO_LIST) return null;
  return (
    <nav aria-label={text('articles.contents')} className={cx('flex flex-col gap-1', className)}>
      <p aria-hidden="true" className="text-13 font-semibold">
        {text('articles.contents')}
      </p>
      <ol className="flex flex-col border-s">
        {parts.map(({ id, text: words, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`flex items-center py-1 text-13 text-ink-2 hover:text-ink touch:min-h-11 ${level === 2 ? 'ps-3' : 'ps-6'}`}
            >
              {words}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Marks an announcement as read once it is shown to a user. */
function useReadAnnouncement(article: Article | undefined): void {
  const client = useClient();
  const queries = useQueryClient();
  const signedIn = useSignedIn();
  const id = article?.article_type === 'announcement' && signedIn ? article.id : null;
  useEffect(() => {
    if (id === null) return;
    client.call('readAnnouncements', { body: { ids: [id] } }).then(
      () => queries.invalidateQueries({ queryKey: [...queryKeys.articles, 'announcements'] }),
      () => undefined,
    );
  }, [client, queries, id]);
}

function Body({ article }: { readonly article: Article }) {
  const text = useText();
  const lang = useTextLanguage();
  const isForeign = lang(article.language).lang !== undefined;
  return (
    <>
      {article.article_type === 'announcement' ? (
        <Link to="/article/main/announcements" search={{}} className={`${loneLinkClass} self-start text-13`}>
          {text('menu.announcements')}
        </Link>
      ) : (
        <Crumbs way={article.breadcrumb} current={article.title} />
      )}
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,45rem)_minmax(12rem,18rem)] lg:justify-between">
        <div className="flex min-w-0 flex-col gap-6">
          <div className="flex flex-col gap-2">
            <h1 className="text-28 font-semibold text-balance" {...lang(article.language)}>
              {article.title}
            </h1>
            <p className="text-13 text-ink-3">
              <Changed time={article.changeTime} />
            </p>
            {(isForeign || article.isStale) && (
              <p role="status" className="border-s-2 border-warn ps-3 text-13">
                {text(isForeign ? 'articles.foreign' : 'articles.stale')}
              </p>
            )}
          </div>
          <Contents article={article} className="lg:hidden" />
          <article aria-label={article.title} {...lang(article.language)}>
            <ArticleText markdown={article.content} figures={article.figures} ownLink={ownLink} />
          </article>
          {article.article_type !== 'announcement' && <Helpful article={article} />}
          {article.related.length > 0 && (
            <section aria-labelledby="related" className="flex flex-col gap-2 border-t pt-5">
              <h2 id="related" className="text-16 font-semibold">
                {text('articles.related')}
              </h2>
              <ul className="flex flex-col">
                {article.related.map((each) => (
                  <li key={each.id} className="flex items-center py-1 text-14 touch:min-h-11">
                    <ArticleLink article={each} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <Contents article={article} className="sticky top-20 self-start max-lg:hidden" />
      </div>
    </>
  );
}

function KnownKind({ type, id }: { readonly type: ArticleKind; readonly id: string }) {
  const query = useArticle(type, id);
  useOwnTitle(query.data?.title);
  useReadAnnouncement(query.data);
  return (
    <HelpPage query={query} skeleton="h-140 w-full max-w-180">
      {(article) => <Body article={article} />}
    </HelpPage>
  );
}

/** One article. A change of the language leads back to the index. */
export function ArticlePage() {
  const { type, id } = route.useParams();
  const kind = oneOf(ARTICLE_KINDS, type);
  useIndexAtNewLanguage();
  if (kind === undefined) return <NotThere onRetry={() => undefined} retrying={false} />;
  return <KnownKind key={id} type={kind} id={id} />;
}
