import { fingerClass } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useArticleCategory, useArticleSection } from '../data/index.ts';
import { ArticleList, Crumbs, HelpPage, useIndexAtNewLanguage, useOwnTitle } from './parts.tsx';

const categoryRoute = getRouteApi('/shell/article/main/categories/$id');
const sectionRoute = getRouteApi('/shell/article/main/sections/$id');

/** A category: its sections with their articles. */
export function CategoryPage() {
  const { id } = categoryRoute.useParams();
  const query = useArticleCategory(id);
  useIndexAtNewLanguage();
  useOwnTitle(query.data?.title);
  return (
    <HelpPage query={query} skeleton="h-120 w-full">
      {({ title, sections }) => (
        <>
          <Crumbs way={[]} current={title} />
          <h1 className="text-28 font-semibold">{title}</h1>
          {sections
            .filter(({ articles }) => articles.length > 0)
            .map((section) => (
              <section
                key={section.id}
                aria-labelledby={`section-${section.id}`}
                className="flex flex-col gap-1 border-t pt-5"
              >
                <h2 id={`section-${section.id}`} className="text-20 font-semibold">
                  <Link
                    to="/article/main/sections/$id"
                    params={{ id: String(section.id) }}
                    className={`${fingerClass} hover:underline`}
                  >
                    {section.title}
                  </Link>
                </h2>
                <ArticleList articles={section.articles} />
              </section>
            ))}
        </>
      )}
    </HelpPage>
  );
}

/** A section: its articles with the beginning of each. */
export function SectionPage() {
  const { id } = sectionRoute.useParams();
  const query = useArticleSection(id);
  useIndexAtNewLanguage();
  useOwnTitle(query.data?.title);
  return (
    <HelpPage query={query} skeleton="h-120 w-full">
      {({ title, category, articles }) => (
        <>
          <Crumbs way={[category]} current={title} />
          <h1 className="text-28 font-semibold">{title}</h1>
          <ArticleList articles={articles} />
        </>
      )}
    </HelpPage>
  );
}
