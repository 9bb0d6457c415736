import {
  ActDialog,
  Button,
  FormField,
  TextField,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { hasPasskeys, makePasskey } from '../common/passkeys.ts';
import { type Security, useClient, useSecurityChanged } from '../data/index.ts';
import { SettingForm, type SettingFormOptions } from './form-frame.tsx';

type Passkey = Security['passkeys'][number];

const MAX_NAME = 40;

/** Adds a passkey under a name of the user's. */
export function AddPasskeyForm({ onDone }: Pick<SettingFormOptions, 'onDone'>) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const [isMade, setMade] = useState(true);
  const act = useActForm<{ name: string }>({
    defaultValues: { name: '' },
    async send({ name }, sending) {
      const options = await client.call('getPasskeyOptions');
      setMade(true);
      const response = await makePasskey(options).catch((error: unknown) => {
        setMade(false);
        throw error;
      });
      return client.call('addPasskey', { body: { name, response } }, sending);
    },
    onDone: (_data, _values, form) => {
      toasts.success(text('account.passkeys.added'));
      form.reset();
      onDone();
    },
    onSettled: changed,
  });
  if (!hasPasskeys()) return <p className="text-14 text-ink-2">{text('account.passkeys.unsupported')}</p>;
  return (
    <SettingForm
      label={text('account.passkeys.add')}
      act={isMade ? act : { ...act, error: null }}
      submit={text('account.passkeys.add')}
    >
      <p className="text-14 text-ink-2">{text('account.passkeys.how')}</p>
      <FormField act={act} name="name" prompt="ui.required.label">
        {(field) => (
          <TextField
            {...field}
            label={text('account.name')}
            description={text('account.passkeys.nameHint')}
            maxLength={MAX_NAME}
          />
        )}
      </FormField>
      {!isMade && (
        <p role="alert" className="text-13 text-warn">
          {text('account.passkeys.cancelled')}
        </p>
      )}
    </SettingForm>
  );
}

function RemoveDialog({
  passkey,
  holdHours,
  onClose,
}: {
  readonly passkey: Passkey;
  readonly holdHours: number;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const act = useActForm<Record<never, never>>({
    defaultValues: {},
    send: (_values, sending) => client.call('removePasskey', { params: { passkeyId: passkey.id } }, sending),
    onDone: () => {
      toasts.success(text('account.passkeys.removed'));
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ActDialog
      title={text('account.passkeys.removeTitle')}
      description={text('account.hold.before', { hours: holdHours })}
      act={act}
      submit={text('account.devices.remove')}
      variant="danger"
      onOpenChange={onClose}
    >
      <p className="text-14 font-semibold wrap-anywhere">{passkey.name}</p>
    </ActDialog>
  );
}

/** The passkeys with a way to remove each, and the form that adds one. */
export function Passkeys({ security, onDone }: SettingFormOptions) {
  const text = useText();
  const format = useFormatters();
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { passkeys, holdHours } = security;
  return (
    <div className="flex flex-col gap-6">
      {passkeys.length > 0 && (
        <ul aria-label={text('account.passkeys.title')} className="flex max-w-120 flex-col divide-y border-y">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center justify-between gap-4 py-2">
              <span className="flex min-w-0 flex-col text-13">
                <span className="wrap-anywhere">{passkey.name}</span>
                <span className="text-ink-2">
                  {passkey.lastTime === null
                    ? text('account.passkeys.unused')
                    : text('account.passkeys.used', { time: format.dateTime(passkey.lastTime) })}
                </span>
              </span>
              <Button variant="plain" size="small" onClick={() => setRemoving(passkey)}>
                {text('account.devices.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskeyForm onDone={onDone} />
      {removing !== null && (
        <RemoveDialog passkey={removing} holdHours={holdHours} onClose={() => setRemoving(null)} />
      )}
    </div>
  );
}
