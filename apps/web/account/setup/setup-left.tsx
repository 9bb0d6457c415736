import { buttonClass, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryKeys, type Security, useClient, useUser } from '../../data/index.ts';
import { openSteps } from './steps.ts';

/** The way to the guided set-up while steps of it are open; nothing afterwards. */
export function SetUpLeft({ security }: { readonly security: Security }) {
  const client = useClient();
  const text = useText();
  const { data } = useQuery({ queryKey: queryKeys.contacts, queryFn: () => client.call('getInfo') });
  // what the session knows of its user stands at once, so that nothing moves when the answer comes
  const known = useUser();
  const user = data?.user ?? known;
  const open = user === null ? [] : openSteps(security, user);
  if (open.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-l-2 border-accent pl-3">
      <div className="flex min-w-0 basis-80 grow flex-col gap-1">
        <p className="text-14 font-semibold">{text('account.setup.left', { count: open.length })}</p>
        <p className="text-13 text-ink-2">{text('account.setup.text')}</p>
      </div>
      <Link to="/account/center/security/setup" search={{}} className={buttonClass()}>
        {text('account.setup.open')}
      </Link>
    </div>
  );
}
