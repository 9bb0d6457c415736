import { buttonClass, loneLinkClass } from '@candor/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { usePlan } from './plan.ts';

/** The calm page of everything that is not open yet: says so, says what is open, and takes nothing. */
export function ClosedPage() {
  const location = useRouterState({ select: (state) => state.location });
  const entry = usePlan().closedEntryAt(location.pathname, location.search);
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-4 px-4 py-16 sm:px-5 sm:py-24">
      {entry !== null && (
        <p className="text-14 text-ink-3">
          <FormattedMessage id={`menu.${entry.id}`} />
        </p>
      )}
      <h1 className="text-28 font-semibold">
        <FormattedMessage id="shell.closed.title" />
      </h1>
      <p className="max-w-140 text-16 text-ink-2">
        <FormattedMessage id="shell.closed.text" />
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-4">
        <Link to="/trade/index" search={{ type: 'spot' }} className={buttonClass('primary')}>
          <FormattedMessage id="shell.closed.toSpot" />
        </Link>
        <Link to="/home/index" className={loneLinkClass}>
          <FormattedMessage id="shell.closed.toHome" />
        </Link>
      </div>
    </div>
  );
}
