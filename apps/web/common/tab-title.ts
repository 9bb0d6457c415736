/**
 * The title of the tab: how many notices are unread, then the page, and while the tab is hidden the last notice in its
 * place. Pages write their part here and never the title itself.
 */
interface TitleParts {
  /** Title of the page. */
  page: string;
  unread: number;
  /** The last notice, while the tab is hidden; null else. */
  news: string | null;
}

const MOST_SHOWN = 99;

/** Returns the text of the tab. */
export function titleOf({ page, unread, news }: Readonly<TitleParts>): string {
  const count = unread === 0 ? '' : `(${unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}) `;
  return `${count}${news ?? page}`;
}

const parts: TitleParts = { page: '', unread: 0, news: null };

function show(next: Partial<TitleParts>): void {
  Object.assign(parts, next);
  const title = titleOf(parts);
  if (document.title !== title) document.title = title;
}

/** The title of the page that is shown. */
export const pageTitle = (): string => (parts.page === '' ? document.title : parts.page);

export const setPageTitle = (page: string): void => show({ page });

export const setUnreadInTitle = (unread: number): void => show({ page: pageTitle(), unread });

/** Shows a notice in the tab until it is looked at; null takes it back. */
export const setNewsInTitle = (news: string | null): void => show({ page: pageTitle(), news });
