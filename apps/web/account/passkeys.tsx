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
import { useHoldText } from './hold-text.ts';
import { Setting } from './section.tsx';

type Passkey = Security['passkeys'][number];

const MAX_NAME = 40;

function AddDialog({ security, onClose }: { readonly security: Security; readonly onClose: () => void }) {
  const holdText = useHoldText();
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
    onDone: () => {
      toasts.success(text('account.passkeys.added'));
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ActDialog
      title={text('account.passkeys.add')}
      description={holdText(security, security.passkeys.length === 0)}
      act={isMade ? act : { ...act, error: null }}
      submit={text('account.passkeys.add')}
      onOpenChange={onClose}
    >
      <p className="text-14 text-ink-2">{text('account.passkeys.how')}</p>
      <FormField act={act} name="name">
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
    </ActDialog>
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

/** The passkeys, with the dialogs that add and remove one. */
export function Passkeys({ security }: { readonly security: Security }) {
  const text = useText();
  const format = useFormatters();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { passkeys, holdHours } = security;
  const isSupported = hasPasskeys();
  return (
    <>
      <Setting
        title={text('account.passkeys.title')}
        text={text(isSupported ? 'account.passkeys.text' : 'account.passkeys.unsupported')}
      >
        <Button variant="quiet" disabled={!isSupported} onClick={() => setAdding(true)}>
          {text('account.passkeys.add')}
        </Button>
      </Setting>
      {passkeys.length > 0 && (
        <ul aria-label={text('account.passkeys.title')} className="flex flex-col">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center justify-between gap-4 border-t py-2 pl-4">
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
      {isAdding && <AddDialog security={security} onClose={() => setAdding(false)} />}
      {removing !== null && (
        <RemoveDialog passkey={removing} holdHours={holdHours} onClose={() => setRemoving(null)} />
      )}
    </>
  );
}
