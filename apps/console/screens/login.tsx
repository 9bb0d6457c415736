import { Button, Logo, PasswordField, TextField } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';
import { QrCode } from './qr-code.tsx';
import { TopControls } from './top-controls.tsx';

interface Ticket {
  readonly ticket: string;
  readonly enrolment: { readonly secret: string; readonly uri: string } | null;
}

function Problem({ text }: { readonly text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && <p className="border-l-2 border-warn pl-3 text-14 text-ink">{text}</p>}
    </div>
  );
}

function FirstStep({ onTicket }: { readonly onTicket: (ticket: Ticket) => void }) {
  const intl = useIntl();
  const { client } = useConsole();
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const login = useMutation({
    mutationFn: (body: { name: string; password: string }) => client.call('operatorLogin', { body }),
    onSuccess: onTicket,
  });
  return (
    <form onSubmit={form.handleSubmit((typed) => login.mutate(typed))} className="flex flex-col gap-5">
      <TextField
        {...form.register('name', { required: true })}
        label={intl.formatMessage({ id: 'console.login.name' })}
        autoComplete="username"
      />
      <PasswordField
        {...form.register('password', { required: true })}
        label={intl.formatMessage({ id: 'console.login.password' })}
        autoComplete="current-password"
      />
      <Problem text={login.error === null ? null : wordsOf(intl, login.error)} />
      <Button type="submit" size="large" wide loading={login.isPending}>
        {intl.formatMessage({ id: 'console.login.next' })}
      </Button>
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

function SecondStep({ ticket, onBack }: { readonly ticket: Ticket; readonly onBack: () => void }) {
  const intl = useIntl();
  const { client, signIn } = useConsole();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const confirm = useMutation({
    mutationFn: () => client.call('operatorSecondFactor', { body: { ticket: ticket.ticket, code } }),
    onSuccess: ({ token, operator, expiresAt }) => signIn({ token, name: operator.name, expiresAt }),
    onError: () => {
      setCode('');
      field.current?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {ticket.enrolment !== null && <Enrolment {...ticket.enrolment} />}
      <TextField
        ref={field}
        label={intl.formatMessage({ id: 'console.login.code' })}
        description={intl.formatMessage({ id: 'console.login.codeHint' })}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
      <Problem text={confirm.error === null ? null : wordsOf(intl, confirm.error)} />
      <Button type="submit" size="large" wide loading={confirm.isPending} disabled={code.length !== 6}>
        {intl.formatMessage({ id: 'console.login.submit' })}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {intl.formatMessage({ id: 'console.login.back' })}
      </Button>
    </form>
  );
}

/** Name and password, then the second factor, which the first login enrols. */
export function LoginScreen() {
  const intl = useIntl();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-96 flex-col px-4">
      <header className="flex h-14 items-center justify-between">
        <Logo />
        <TopControls />
      </header>
      <main className="flex flex-col gap-6 pt-12 pb-16">
        <h1 className="text-28 font-semibold">{intl.formatMessage({ id: 'console.login.title' })}</h1>
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
