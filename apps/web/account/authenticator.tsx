import { typedDigits } from '@candor/api';
import { ErrorState, FormField, QrCode, Skeleton, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { useClient, useSecurityChanged } from '../data/index.ts';
import { SettingForm, type SettingFormOptions } from './form-frame.tsx';

const EMPTY = { code: '' };
const DIGITS = 6;

/** Links an authenticator app, or replaces the linked one. */
export function AuthenticatorForm({ security, onDone }: SettingFormOptions) {
  // the mode of the secret that the form was opened for
  const [bindMode] = useState<'1' | '2'>(security.authenticator ? '2' : '1');
  const client = useClient();
  const text = useText();
  const intl = useIntl();
  const changed = useSecurityChanged();
  // a secret of its own for each time that the form opens; it is shown this once
  const [opening] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0]);
  const secret = useQuery({
    queryKey: ['authenticatorSecret', opening],
    queryFn: () => client.call('getGoogleVerification', { params: { bindMode } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const act = useActForm<typeof EMPTY>({
    defaultValues: EMPTY,
    send: ({ code }, sending) =>
      client.call('googleVerificationBindingOrReset', { params: { code, bindMode } }, sending),
    onDone: () => {
      toasts.success(text('account.authenticator.done'));
      onDone();
    },
    onSettled: changed,
  });
  return (
    <SettingForm
      label={text('account.authenticator.dialog')}
      act={act}
      submit={text('account.authenticator.link')}
    >
      <p className="text-14 text-ink-2">{text('account.authenticator.scan')}</p>
      {secret.isError ? (
        <ErrorState
          title={text('account.authenticator.failed')}
          text={wordsOf(intl, secret.error)}
          onRetry={() => void secret.refetch()}
          retrying={secret.isFetching}
        />
      ) : secret.data === undefined ? (
        <Skeleton className="size-48" />
      ) : (
        <>
          <QrCode text={secret.data.uri} label={text('account.authenticator.qr')} />
          <p className="text-13">
            <span className="text-ink-2">{text('account.authenticator.key')}</span>{' '}
            <span data-testid="authenticator-key" className="figure wrap-anywhere select-all">
              {secret.data.secret}
            </span>
          </p>
        </>
      )}
      <FormField
        act={act}
        name="code"
        prompt="ui.required.code"
        check={(code) => (code.length === DIGITS ? null : text('account.authenticator.short'))}
      >
        {({ onValueChange, ...field }) => (
          <TextField
            {...field}
            onValueChange={(typed) => onValueChange(typedDigits(typed))}
            label={text('account.authenticator.code')}
            description={text('account.authenticator.hint')}
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        )}
      </FormField>
    </SettingForm>
  );
}
