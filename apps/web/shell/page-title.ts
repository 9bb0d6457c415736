import { useEffect } from 'react';
import { useIntl } from 'react-intl';

/** Sets the window's title from a message id while the page is shown; null leaves the title to the page. */
export function usePageTitle(id: string | null): void {
  const intl = useIntl();
  const title = id === null ? null : intl.formatMessage({ id });
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    const after = `${title} · Candor`;
    document.title = after;
    return () => {
      if (document.title === after) document.title = before;
    };
  }, [title]);
}
