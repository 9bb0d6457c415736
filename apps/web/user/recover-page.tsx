import { CallError } from '@candor/api';
import { ActMessage, Button, Loaded, loneLinkClass, SkeletonText, useAct, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryKeys, useClient, useRecovery, useSignedIn } from '../data/index.ts';
import { AuthFrame } from './auth-frame.tsx';
import { keepRecovery, keptRecovery } from './kept-recovery.ts';
import { RecoverForm } from './recover-form.tsx';
import { RecoverState } from './recover-state.tsx';

/** The page of a mail's link. To open it changes nothing, since mail scanners open links: its button cancels. */
function CancelByLink({ token }: { readonly token: string }) {
  const client = useClient();
  const text = useText();
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('cancelRecovery', { body: { token } }, sending),
  });
  if (act.isSuccess)
    return (
      <p role="status" className="text-14">
        {text('recover.cancelled')}
      </p>
    );
  return (
    <>
      <p className="text-14 text-ink-2">{text('recover.cancelText')}</p>
      <Button
        variant="danger"
        className="self-start"
        loading={act.isPending}
        onClick={() => act.mutate(undefined)}
      >
        {text('recover.cancel')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </>
  );
}

/** Start of a request, if none is under way in this browser: what one takes, and how it begins. */
function Beginning({ onToken }: { readonly onToken: (token: string) => void }) {
  const client = useClient();
  const text = useText();
  const signedIn = useSignedIn();
  const begin = useAct<{ readonly token: string }>({
    mutationFn: () => client.call('openOwnRecovery'),
    onSuccess: ({ token }) => onToken(token),
  });
  return (
    <>
      <p className="text-14 text-ink-2">{text('recover.text')}</p>
      <p className="text-14 text-ink-2">{text('recover.after')}</p>
      {signedIn ? (
        <>
          <Button className="self-start" loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
            {text('recover.start')}
          </Button>
          <ActMessage phase={begin.phase} error={begin.error} />
        </>
      ) : (
        <p className="text-14">{text('recover.needTicket')}</p>
      )}
    </>
  );
}

/** The request of this browser, from its beginning to its end. */
function OwnRequest() {
  const text = useText();
  const queries = useQueryClient();
  const [token, setToken] = useState(keptRecovery);
  const query = useRecovery(token);
  const isForgotten = query.error instanceof CallError && query.error.key === 'RECOVERY_UNKNOWN';
  const change = (next: string | null) => {
    keepRecovery(next);
    setToken(next);
  };
  if (token === null || isForgotten) return <Beginning onToken={change} />;
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('recover.title')}
      skeleton={<SkeletonText lines={4} />}
    >
      {(request) =>
        request.state === 'draft' ? (
          <RecoverForm
            request={request}
            token={token}
            onSent={(sent) => queries.setQueryData(queryKeys.recovery(token), sent)}
          />
        ) : (
          <RecoverState
            request={request}
            token={token}
            onCancelled={() => void query.refetch()}
            onForget={() => change(null)}
          />
        )
      }
    </Loaded>
  );
}

/**
 * The way back for who lost all factors. The link of a mail opens it with a secret behind the `#`, which no server and
 * no log sees, and cancels here; whoever made a request follows it here.
 */
export function RecoverPage() {
  const text = useText();
  const signedIn = useSignedIn();
  const [secret] = useState(() => location.hash.slice(1));
  return (
    <AuthFrame
      titleId={secret === '' ? 'recover.title' : 'recover.cancelTitle'}
      aside={
        signedIn ? (
          <Link to="/account/center/security" className={loneLinkClass}>
            {text('menu.security')}
          </Link>
        ) : (
          <Link to="/user/login" search={{}} className={loneLinkClass}>
            {text('recover.login')}
          </Link>
        )
      }
    >
      {secret === '' ? <OwnRequest /> : <CancelByLink token={secret} />}
    </AuthFrame>
  );
}
