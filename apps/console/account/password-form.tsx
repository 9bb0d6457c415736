import { PASSWORD_LENGTH } from '@candor/api';
import {
  ActMessage,
  Button,
  FormField,
  ManagedName,
  PasswordField,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useStore } from 'zustand';
import { useConsole } from '../data/session.ts';
import { CodeField } from '../shell/code-field.tsx';
import { Section } from '../shell/section.tsx';
import { DEVICES_KEY } from './devices.tsx';

const isTooLong = (password: string) => password.length > PASSWORD_LENGTH.most;

const EMPTY = { oldPassword: '', newPassword: '', code: '' };

/** Changes the operator's own password, by the old one and a code. */
export function PasswordForm() {
  const intl = useIntl();
  const { client, store } = useConsole();
  const operator = useStore(store, ({ session }) => session);
  const queries = useQueryClient();
  const text = useText();
  const act = useActForm<typeof EMPTY, { readonly endedSessions: number }>({
    defaultValues: EMPTY,
    send: (body) => client.call('changeOperatorPassword', { body }),
    onDone: ({ endedSessions }, _values, form) => {
      toasts.success(intl.formatMessage({ id: 'console.account.password.done' }, { count: endedSessions }));
      form.reset(EMPTY);
    },
    // each code works once
    onFailed: (_field, form) => form.setValue('code', ''),
    onSettled: () =>
      Promise.all([DEVICES_KEY, ['log']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Section title={text('console.account.password.title')}>
      <p className="max-w-160 text-14 text-ink-2">{text('console.account.password.text')}</p>
      <form noValidate onSubmit={act.submit} className="flex max-w-96 flex-col gap-4">
        {operator !== null && <ManagedName value={operator.name} />}
        <FormField act={act} name="oldPassword">
          {(field) => (
            <PasswordField
              {...field}
              label={text('console.account.password.old')}
              autoComplete="current-password"
            />
          )}
        </FormField>
        <FormField
          act={act}
          name="newPassword"
          check={(password) => (isTooLong(password) ? text('error.OPERATOR_PASSWORD_WEAK') : null)}
        >
          {(field) => (
            <PasswordField
              {...field}
              label={text('console.account.password.new')}
              description={text('console.account.password.hint')}
              autoComplete="new-password"
            />
          )}
        </FormField>
        <CodeField act={act} />
        <Button type="submit" className="self-start" loading={act.isPending}>
          {text('console.account.password.title')}
        </Button>
        <ActMessage phase={null} error={act.error} />
      </form>
    </Section>
  );
}
