import type { OperatorRole } from '@candor/api';
import { ActMessage, Button, FormField, PasswordField, QrCode, useActForm } from '@candor/ui';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { CodeField, type WithCode } from '../shell/code-field.tsx';

/** The second step of a login as the first one opened it. */
export interface Ticket {
  readonly ticket: string;
  readonly enrolment: { readonly secret: string; readonly uri: string } | null;
  /** True for a newcomer, who sets the own password. */
  readonly setsPassword: boolean;
}

function Enrolment({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const intl = useIntl();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{intl.formatMessage({ id: 'console.login.enrol' })}</p>
      <QrCode text={uri} label={intl.formatMessage({ id: 'console.login.qr' })} />
      <p className="text-13 text-ink-2">
        {intl.formatMessage({ id: 'console.login.secret' })}{' '}
        <code
          className="inline-block break-all text-balance text-ink select-all"
          data-testid="enrolment-secret"
        >
          {secret}
        </code>
      </p>
    </div>
  );
}

interface SecondValues extends WithCode {
  /** Only for a newcomer. */
  readonly newPassword: string;
}

interface Entrance {
  readonly token: string;
  readonly operator: { readonly name: string; readonly role: OperatorRole };
  readonly expiresAt: number;
}

export interface SecondStepProps {
  readonly ticket: Ticket;
  /** Null where there is no first step to go back to. */
  readonly onBack: (() => void) | null;
  readonly onDone?: () => void;
}

/** The code of the authenticator, and the own password where there is none yet. */
export function SecondStep({ ticket, onBack, onDone }: SecondStepProps) {
  const intl = useIntl();
  const { client, signIn } = useConsole();
  const act = useActForm<SecondValues, Entrance>({
    defaultValues: { code: '', newPassword: '' },
    send: ({ code, newPassword }) => {
      const own = ticket.setsPassword ? { newPassword } : {};
      return client.call('operatorSecondFactor', { body: { ticket: ticket.ticket, code, ...own } });
    },
    onDone: ({ token, operator, expiresAt }) => {
      signIn({ token, ...operator, expiresAt });
      onDone?.();
    },
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
      {onBack !== null && (
        <Button variant="plain" onClick={onBack}>
          {intl.formatMessage({ id: 'console.login.back' })}
        </Button>
      )}
      <ActMessage phase={null} error={act.error} />
    </form>
  );
}
