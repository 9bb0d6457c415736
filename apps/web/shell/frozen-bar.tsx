import { loneLinkClass, useText } from '@candor/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import { useSecurity } from '../data/index.ts';

const UNFREEZES = '/account/center/security';

/** Says on every page that the account is frozen, and leads to where it is unfrozen. */
export function FrozenBar() {
  const text = useText();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { data } = useSecurity();
  if (data?.frozen !== true || path.startsWith(UNFREEZES)) return null;
  return (
    <div role="status" className="border-b border-warn bg-wash">
      <p className="mx-auto flex max-w-330 flex-wrap gap-x-4 gap-y-1 px-4 py-2 text-14 text-ink sm:px-5">
        {text('shell.frozen')}{' '}
        <Link to={UNFREEZES} className={loneLinkClass}>
          {text('shell.frozenLink')}
        </Link>
      </p>
    </div>
  );
}
