import type { ArticleCategory, ArticleHit } from '@candor/api';
import { EmptyState, fingerClass, Loaded, loneLinkClass, Skeleton, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useArticleIndex, useArticleSearch } from '../data/index.ts';
import { SupportLink } from '../shell/support-link.tsx';
import { ArticleLink, HelpFrame, HelpSearchForm, useTextLanguage } from './parts.tsx';

const route = getRouteApi('/shell/article/main/index');
/** Articles of a section that the index names. */
const NAMED = 8;

type Parts = ArticleHit['parts'];

/** Text with what was searched in it marked. */
function Marked({ parts }: { readonly parts: Parts }) {
  return (
    <>
      {parts.map(({ text, isHit }, at) =>
        isHit ? (
          <mark key={at} className="bg-transparent font-semibold text-ink">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </>
  );
}

function Hits({ q }: { readonly q: string }) {
  const text = useText();
  const lang = useTextLanguage();
  const query = useArticleSearch(q);
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<Skeleton className="h-80 w-full" />}
      failedTitle={text('articles.failed')}
    >
      {(hits) =>
        hits.length === 0 ? (
          <EmptyState
            title={text('articles.nothing', { q })}
            text={text('articles.nothingText')}
            action={<SupportLink />}
          />
        ) : (
          <section aria-label={text('articles.results')} className="flex flex-col gap-2">
            <p role="status" className="text-13 text-ink-3">
              {text('articles.found', { count: hits.length })}
            </p>
            <ul className="flex flex-col divide-y border-t">
              {hits.map((hit) => (
                <li key={hit.id} className="flex flex-col gap-1 py-3">
                  <span className="text-16">
                    <ArticleLink article={hit}>
                      <Marked parts={hit.titleParts} />
                    </ArticleLink>
                  </span>
                  <span className="max-w-180 text-13 text-ink-3" {...lang(hit.language)}>
                    <Marked parts={hit.parts} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function Category({ category }: { readonly category: ArticleCategory }) {
  const text = useText();
  return (
    <section aria-labelledby={`category-${category.id}`} className="flex flex-col gap-4 border-t pt-6">
      <h2 id={`category-${category.id}`} className="text-20 font-semibold">
        <Link
          to="/article/main/categories/$id"
          params={{ id: String(category.id) }}
          className={`${fingerClass} hover:underline`}
        >
          {category.title}
        </Link>
      </h2>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {category.sections
          .filter(({ articles }) => articles.length > 0)
          .map((section) => (
            <div key={section.id} className="flex min-w-0 flex-col gap-1">
              <h3 className="pb-1 text-14 font-semibold">{section.title}</h3>
              <ul className="flex flex-col">
                {section.articles.slice(0, NAMED).map((article) => (
                  <li key={article.id} className="flex items-center py-1 text-14 touch:min-h-11">
                    <ArticleLink article={article} />
                  </li>
                ))}
              </ul>
              {section.articles.length > NAMED && (
                <Link
                  to="/article/main/sections/$id"
                  params={{ id: String(section.id) }}
                  className={loneLinkClass}
                >
                  {text('articles.all', { count: section.articles.length })}
                </Link>
              )}
            </div>
          ))}
      </div>
    </section>
  );
}

function Index() {
  const text = useText();
  const query = useArticleIndex();
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<Skeleton className="h-140 w-full" />}
      failedTitle={text('articles.failed')}
    >
      {(categories) =>
        categories.length === 0 ? (
          <EmptyState title={text('articles.empty')} />
        ) : (
          <div className="flex flex-col gap-8">
            {categories.map((category) => (
              <Category key={category.id} category={category} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

/** The help centre: a search over all articles, or the tree of them. */
export function IndexPage() {
  const text = useText();
  const { q } = route.useSearch();
  return (
    <HelpFrame>
      <div className="flex flex-col gap-2">
        <h1 className="text-28 font-semibold">{text('menu.help')}</h1>
        <p className="max-w-180 text-14 text-ink-2">{text('articles.line')}</p>
      </div>
      <HelpSearchForm key={q ?? ''} first={q ?? ''} />
      <Link to="/article/main/announcements" search={{}} className={`${loneLinkClass} self-start text-14`}>
        {text('menu.announcements')}
      </Link>
      {q === undefined ? <Index /> : <Hits q={q} />}
    </HelpFrame>
  );
}
