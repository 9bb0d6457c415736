import { ActMessage, Button, linkClass, loneLinkClass, useAct, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../data/index.ts';

/**
 * The page of the link in a mail about a login. To open it changes nothing, since mail scanners open links: its button
 * freezes. The secret stands behind the `#`, which no server and no log sees.
 */
export function FreezePage() {
  const client = useClient();
  const text = useText();
  const [token] = useState(() => location.hash.slice(1));
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('freezeAccount', { body: { token } }, sending),
  });
  return (
    <div className="mx-auto flex w-full max-w-120 flex-1 flex-col gap-4 px-4 pt-16 pb-16">
      <h1 className="text-20 font-semibold">
        {text(act.isSuccess ? 'account.freeze.done' : 'account.freeze.title')}
      </h1>
      <p className="text-14 text-ink-2">
        {text(act.isSuccess ? 'account.freeze.doneText' : 'account.freeze.text')}
      </p>
      {!act.isSuccess && (
        <>
          <Button
            variant="danger"
            className="self-start"
            loading={act.isPending}
            onClick={() => act.mutate(undefined)}
          >
            {text('account.freeze.button')}
          </Button>
          <ActMessage phase={act.phase} error={act.error} />
        </>
      )}
      <p className="text-13 text-ink-2">
        {text('account.freeze.lost')}{' '}
        <Link to="/user/recover" className={linkClass}>
          {text('shell.recoveryLink')}
        </Link>
      </p>
      <Link to="/user/login" className={loneLinkClass}>
        {text('account.freeze.login')}
      </Link>
    </div>
  );
}
