import { articleFigures, isArticleFigure } from '@candor/products';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { linkClass } from '../controls/link.tsx';
import { useFormatters } from '../provider/use-formatters.ts';
import { type ArticlePart, articleTree, isOwnPath, partsOf } from './tree.ts';

export interface ArticleTextProps {
  readonly markdown: string;
  /** Values of figures by name, as decimals. */
  readonly figures: Readonly<Record<string, string>>;
  /** Shows a link to another page of this app; without it a link loads the page. */
  readonly ownLink?: (href: string, children: ReactNode) => ReactNode;
  /** False where other articles stand on the page: headings then have no ids, which would be there twice. */
  readonly hasAnchors?: boolean;
}

type Formatters = ReturnType<typeof useFormatters>;

function figureWriter(figures: Readonly<Record<string, string>>, format: Formatters) {
  return (name: string): string | null => {
    const value = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (value === undefined || !isArticleFigure(name)) return null;
    if (articleFigures[name] === 'number') return format.price(value);
    return format.percent(value, (value.split('.')[1] ?? '').length);
  };
}

function linkOf(ownLink: ArticleTextProps['ownLink']) {
  return function ArticleLink({ href, children }: ComponentProps<'a'>) {
    if (href === undefined) return <>{children}</>;
    if (isOwnPath(href) && !href.startsWith('#') && ownLink !== undefined)
      return <>{ownLink(href, children)}</>;
    return isOwnPath(href) ? (
      <a href={href} className={linkClass}>
        {children}
      </a>
    ) : (
      <a href={href} className={linkClass} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  };
}

/** A table of an article scrolls by itself where the window is narrow. */
function ArticleTable({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className="max-w-full overflow-x-auto" tabIndex={0}>
      <table className="w-full border-collapse text-14">{children}</table>
    </div>
  );
}

function ArticleImage({ src, alt }: ComponentProps<'img'>) {
  return <img src={src} alt={alt ?? ''} loading="lazy" className="h-auto max-w-full rounded-base border" />;
}

/** Returns an article's headings for a table of contents, with its figures filled in. */
export function useArticleParts(
  markdown: string,
  figures: Readonly<Record<string, string>>,
): readonly ArticlePart[] {
  const format = useFormatters();
  return useMemo(
    () => partsOf(articleTree(markdown, figureWriter(figures, format))),
    [markdown, figures, format],
  );
}

/** Text of an article: Markdown without HTML, sanitised. Nothing in it can run, and it brings no look of its own. */
export function ArticleText({ markdown, figures, ownLink, hasAnchors = true }: ArticleTextProps) {
  const format = useFormatters();
  const shown = useMemo(
    () =>
      toJsxRuntime(articleTree(markdown, figureWriter(figures, format), hasAnchors), {
        Fragment,
        jsx,
        jsxs,
        ignoreInvalidStyle: true,
        components: { a: linkOf(ownLink), table: ArticleTable, img: ArticleImage },
      }),
    [markdown, figures, format, ownLink, hasAnchors],
  );
  return <div className="article">{shown}</div>;
}
