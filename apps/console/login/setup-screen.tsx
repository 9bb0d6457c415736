import type { CallData, OperatorCalls } from '@candor/api';
import { Button, ErrorState, SkeletonText, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/problems.ts';
import { useConsole } from '../data/session.ts';
import { LoginFrame } from './login-frame.tsx';
import { SecondStep } from './second-step.tsx';

/** Path that the link of the mail leads to. Its secret stands behind the #, which browsers send to no server. */
export const SETUP_PATH = '/setup';

type Opened = CallData<OperatorCalls['openOperatorSetup']>;

/** The set-up of a new operator: their own password and a factor. It leads to the login where the link does not work. */
export function SetupScreen() {
  const text = useText();
  const intl = useIntl();
  const navigate = useNavigate();
  const { client } = useConsole();
  const [link] = useState(() => location.hash.slice(1));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  // no query: the console forgets all queries while nobody is signed in
  useEffect(() => {
    client.call('openOperatorSetup', { body: { link } }).then(setOpened, setError);
  }, [client, link]);
  const leave = () => navigate({ to: '/', replace: true });
  return (
    <LoginFrame title={text('console.login.setup.title')}>
      {opened !== null && (
        <>
          <p className="text-14 text-ink-2">{text('console.login.setup.text', { name: opened.name })}</p>
          <SecondStep ticket={opened} onBack={null} onDone={leave} />
        </>
      )}
      {opened === null && error === null && <SkeletonText lines={3} />}
      {opened === null && error !== null && (
        <>
          <ErrorState title={text('console.login.setup.failed')} text={wordsOf(intl, error)} />
          <Button variant="plain" onClick={leave}>
            {text('console.login.setup.toLogin')}
          </Button>
        </>
      )}
    </LoginFrame>
  );
}
