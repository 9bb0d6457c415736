import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { pageTitle, setPageTitle } from '../common/tab-title.ts';

/** Sets the window's title from a message id while the page is shown; null leaves the title to the page. */
export function usePageTitle(id: string | null): void {
  const intl = useIntl();
  const title = id === null ? null : intl.formatMessage({ id });
  useEffect(() => {
    if (title === null) return;
    const before = pageTitle();
    const after = `${title} · Candor`;
    setPageTitle(after);
    return () => {
      if (pageTitle() === after) setPageTitle(before);
    };
  }, [title]);
}
