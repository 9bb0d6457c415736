import { Button, Loaded, SkeletonText, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { LoginFrame } from './login-frame.tsx';
import { SecondStep } from './second-step.tsx';

/** Where the link of the mail leads. Its secret stands behind the #, which browsers send to no server. */
export const SETUP_PATH = '/setup';

/** The set-up of a new operator: their own password and a factor. It leads to the login where the link does not work. */
export function SetupScreen() {
  const text = useText();
  const navigate = useNavigate();
  const { client } = useConsole();
  const [link] = useState(() => location.hash.slice(1));
  const query = useQuery({
    queryKey: ['setup', link],
    queryFn: () => client.call('openOperatorSetup', { body: { link } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const leave = () => navigate({ to: '/', replace: true });
  return (
    <LoginFrame title={text('console.login.setup.title')}>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('console.login.setup.failed')}
        skeleton={<SkeletonText lines={3} />}
      >
        {({ name, ...ticket }) => (
          <>
            <p className="text-14 text-ink-2">{text('console.login.setup.text', { name })}</p>
            <SecondStep ticket={ticket} onBack={null} onDone={leave} />
          </>
        )}
      </Loaded>
      {query.isError && (
        <Button variant="plain" onClick={leave}>
          {text('console.login.setup.toLogin')}
        </Button>
      )}
    </LoginFrame>
  );
}
