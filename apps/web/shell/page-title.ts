import { useEffect } from 'react';
import { useIntl } from 'react-intl';

/** Sets the window's title from a message id while the page is shown. */
export function usePageTitle(id: string): void {
  const intl = useIntl();
  const title = intl.formatMessage({ id });
  useEffect(() => {
    document.title = `${title} · Candor`;
  }, [title]);
}
