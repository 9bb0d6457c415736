import { ActMessage, Button, FormField, PasswordField, TextField, useActForm } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { LoginFrame } from './login-frame.tsx';
import { provenLogin } from './proven-login.ts';
import { SecondStep, type Ticket } from './second-step.tsx';

function FirstStep({ onTicket }: { readonly onTicket: (ticket: Ticket) => void }) {
  const intl = useIntl();
  const { client } = useConsole();
  const act = useActForm<{ readonly name: string; readonly password: string }, Ticket>({
    defaultValues: { name: '', password: '' },
    send: (body) => provenLogin(client, body),
    onDone: onTicket,
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-5">
      <FormField act={act} name="name">
        {(field) => (
          <TextField
            {...field}
            label={intl.formatMessage({ id: 'console.login.name' })}
            autoComplete="username"
          />
        )}
      </FormField>
      <FormField act={act} name="password">
        {(field) => (
          <PasswordField
            {...field}
            label={intl.formatMessage({ id: 'console.login.password' })}
            autoComplete="current-password"
          />
        )}
      </FormField>
      <Button type="submit" size="large" wide loading={act.isPending}>
        {intl.formatMessage({ id: 'console.login.next' })}
      </Button>
      <ActMessage phase={null} error={act.error} />
    </form>
  );
}

/** Name and password, then the second factor, which the first login enrols. */
export function LoginScreen() {
  const intl = useIntl();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  return (
    <LoginFrame title={intl.formatMessage({ id: 'console.login.title' })}>
      {ticket === null ? (
        <FirstStep onTicket={setTicket} />
      ) : (
        <SecondStep ticket={ticket} onBack={() => setTicket(null)} />
      )}
    </LoginFrame>
  );
}
