import { ActDialog, Button, FormField, linkClass, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { queryKeys, type Security, useClient, useSecurityChanged } from '../data/index.ts';
import { useHoldText } from './hold-text.ts';
import { type ContactKind, masked } from './masked.ts';
import { Setting } from './section.tsx';

interface Values {
  readonly account: string;
  readonly code: string;
}

const EMPTY: Values = { account: '', code: '' };
const DIGITS = 6;
const MAX_LENGTH = 254;

/** Binds a new email or phone by the code that is sent there. */
function BindDialog({
  kind,
  security,
  isFirst,
  onClose,
}: {
  readonly kind: ContactKind;
  readonly security: Security;
  readonly isFirst: boolean;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const intl = useIntl();
  const securityChanged = useSecurityChanged();
  const holdText = useHoldText();
  const isEmail = kind === 'email';
  const code = useMutation({
    mutationFn: (account: string) => client.call('bindingCode', { body: { type: kind, account } }),
  });
  const act = useActForm<Values>({
    defaultValues: EMPTY,
    places: { email: 'account' },
    send: (values, sending) =>
      isEmail
        ? client.call('bindEmail', { body: { email: values.account.trim(), code: values.code } }, sending)
        : client.call(
            'accountVerificationBinding',
            { body: { type: kind, account: values.account.trim(), code: values.code } },
            sending,
          ),
    onDone: () => {
      toasts.success(text('account.contact.done'));
      onClose();
    },
    onSettled: async () => {
      await Promise.all([securityChanged(), queries.invalidateQueries({ queryKey: queryKeys.contacts })]);
    },
  });
  const account = act.form.watch('account').trim();
  return (
    <ActDialog
      title={text(isEmail ? 'account.contact.bindEmail' : 'account.contact.bindPhone')}
      description={holdText(security, isFirst)}
      act={act}
      submit={text('account.save')}
      onOpenChange={onClose}
    >
      <FormField act={act} name="account">
        {(field) => (
          <TextField
            {...field}
            type={isEmail ? 'email' : 'tel'}
            label={text(isEmail ? 'account.contact.email' : 'account.contact.phone')}
            description={isEmail ? undefined : text('account.contact.phoneHint')}
            autoComplete={isEmail ? 'email' : 'tel'}
            maxLength={MAX_LENGTH}
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="code"
        check={(typed) => (/^\d{6}$/.test(typed) ? null : text('account.authenticator.short'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('account.contact.code')}
            description={
              code.isSuccess ? <span role="status">{text('account.contact.sent')}</span> : undefined
            }
            error={field.error ?? (code.isError ? wordsOf(intl, code.error) : undefined)}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={DIGITS}
            end={
              <button
                type="button"
                disabled={code.isPending || account === ''}
                onClick={() => code.mutate(account)}
                className={`${linkClass} shrink-0 whitespace-nowrap text-14 disabled:text-ink-3 disabled:no-underline touch:min-h-11`}
              >
                {text('account.contact.send')}
              </button>
            }
          />
        )}
      </FormField>
    </ActDialog>
  );
}

/** The email and the phone of the account, with the dialogs that bind another one. */
export function Contacts({
  security,
  only,
}: {
  readonly security: Security;
  /** The one kind that is shown; both without it. */
  readonly only?: ContactKind;
}) {
  const client = useClient();
  const text = useText();
  const query = useQuery({ queryKey: queryKeys.contacts, queryFn: () => client.call('getInfo') });
  const [open, setOpen] = useState<ContactKind | null>(null);
  return (
    <div>
      {(['email', 'phone'] as const)
        .filter((kind) => only === undefined || kind === only)
        .map((kind) => {
          const value = query.data?.user[kind] ?? null;
          return (
            <Setting
              key={kind}
              title={text(`account.contact.${kind}`)}
              text={text('account.contact.text')}
              state={
                value !== null && <span className="figure font-normal text-ink-2">{masked(kind, value)}</span>
              }
            >
              <Button variant="quiet" onClick={() => setOpen(kind)}>
                {text(kind === 'email' ? 'account.contact.bindEmail' : 'account.contact.bindPhone')}
              </Button>
            </Setting>
          );
        })}
      {open !== null && (
        <BindDialog
          kind={open}
          security={security}
          isFirst={query.data?.user[open] === null}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
