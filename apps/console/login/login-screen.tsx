import type { OperatorRole } from '@candor/api';
import {
  ActMessage,
  Button,
  FormField,
  Logo,
  PasswordField,
  QrCode,
  TextField,
  useActForm,
} from '@candor/ui';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { CodeField, type WithCode } from '../shell/code-field.tsx';
import { TopControls } from '../shell/top-controls.tsx';
import { provenLogin } from './proven-login.ts';

interface Ticket {
  readonly ticket: string;
  readonly enrolment: { readonly secret: string; readonly uri: string } | null;
  /** True after a setup secret: an own password takes its place. */
  readonly setsPassword: boolean;
}

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

function Enrolment({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const intl = useIntl();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{intl.formatMessage({ id: 'console.login.enrol' })}</p>
      <QrCode text={uri} label={intl.formatMessage({ id: 'console.login.qr' })} />
      <p className="text-13 text-ink-2">
        {intl.formatMessage({ id: 'console.login.secret' })}{' '}
        <code className="break-all text-ink select-all" data-testid="enrolment-secret">
          {secret}
        </code>
      </p>
    </div>
  );
}

interface SecondValues extends WithCode {
  /** Only after a setup secret. */
  readonly newPassword: string;
}

interface Entrance {
  readonly token: string;
  readonly operator: { readonly name: string; readonly role: OperatorRole };
  readonly expiresAt: number;
}

function SecondStep({ ticket, onBack }: { readonly ticket: Ticket; readonly onBack: () => void }) {
  const intl = useIntl();
  const { client, signIn } = useConsole();
  const act = useActForm<SecondValues, Entrance>({
    defaultValues: { code: '', newPassword: '' },
    send: ({ code, newPassword }) => {
      const own = ticket.setsPassword ? { newPassword } : {};
      return client.call('operatorSecondFactor', { body: { ticket: ticket.ticket, code, ...own } });
    },
    onDone: ({ token, operator, expiresAt }) => signIn({ token, ...operator, expiresAt }),
    onFailed: (_field, form) => form.setValue('code', ''),
  });
  const { setFocus } = act.form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-5">
      {ticket.enrolment !== null && <Enrolment {...ticket.enrolment} />}
      <CodeField act={act} />
      {ticket.setsPassword && (
        <FormField act={act} name="newPassword">
          {(field) => (
            <PasswordField
              {...field}
              label={intl.formatMessage({ id: 'console.login.ownPassword' })}
              description={intl.formatMessage({ id: 'console.login.ownPassword.hint' })}
              autoComplete="new-password"
            />
          )}
        </FormField>
      )}
      <Button type="submit" size="large" wide loading={act.isPending}>
        {intl.formatMessage({ id: 'console.login.submit' })}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {intl.formatMessage({ id: 'console.login.back' })}
      </Button>
      <ActMessage phase={null} error={act.error} />
    </form>
  );
}

/** Name and password, then the second factor, which the first login enrols. */
export function LoginScreen() {
  const intl = useIntl();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const title = intl.formatMessage({ id: 'console.login.title' });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-96 flex-col px-4">
      <header className="flex h-14 items-center justify-between">
        <Logo />
        <TopControls />
      </header>
      <main className="flex flex-col gap-6 pt-12 pb-16">
        <h1 className="text-28 font-semibold">{title}</h1>
        {ticket === null ? (
          <FirstStep onTicket={setTicket} />
        ) : (
          <SecondStep ticket={ticket} onBack={() => setTicket(null)} />
        )}
        <p className="border-t pt-6 text-13 text-ink-3">{intl.formatMessage({ id: 'console.login.note' })}</p>
      </main>
    </div>
  );
}
