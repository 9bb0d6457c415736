import { linkClass, useFormatters } from '@candor/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { useTermsState } from '../data/index.ts';
import { useAtArrival } from './use-at-arrival.ts';

/**
 * Asks a user for the current terms until they are accepted. Nothing on any page waits for it, and nothing moves for it:
 * it comes with the next page.
 */
export function TermsBar() {
  const format = useFormatters();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const data = useAtArrival(path, useTermsState().data);
  const isThere = useRouterState({
    select: ({ location }) =>
      location.pathname === '/user/index' && (location.search as { key?: string }).key === 'termsService',
  });
  const current = data?.current ?? null;
  if (current === null || isThere || data?.accepted?.version === current.version) return null;
  return (
    <div role="status" className="border-b bg-wash">
      <p className="mx-auto max-w-330 px-4 py-2 text-13 text-ink-2 sm:px-5">
        <FormattedMessage
          id={data?.accepted === null ? 'shell.terms.first' : 'shell.terms.changed'}
          values={{
            time: format.dateTime(current.publishedTime),
            link: (words) => (
              <Link key="terms" to="/user/index" search={{ key: 'termsService' }} className={linkClass}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </div>
  );
}
