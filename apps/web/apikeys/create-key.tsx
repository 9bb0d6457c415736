import { isNetwork, MAX_DAYS_WITHOUT_ADDRESSES, MAX_KEY_ADDRESSES } from '@candor/api';
import {
  ActMessage,
  Button,
  Checkbox,
  CopyReceipt,
  FormField,
  Select,
  TextField,
  useActForm,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useClient } from '../data/index.ts';
import { useDraft } from '../forms/use-draft.ts';
import { type ApiKey, useApiKeysChanged } from './use-api-keys.ts';

interface Values {
  readonly name: string;
  readonly trades: boolean;
  readonly addresses: string;
  readonly validFor: string;
}

const MAX_NAME = 40;
const MAX_ADDRESSES_LENGTH = 900;
const NEVER = 'never';
const DAYS = [30, MAX_DAYS_WITHOUT_ADDRESSES, 180, 365];

const addressesOf = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '');

function Right({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <span className="font-semibold">{title}</span> {text}
    </>
  );
}

interface MadeProps {
  readonly id: string;
  readonly secret: string;
  readonly onKept: () => void;
}

/** The new key and its secret, which nobody can read again. */
function Made({ id, secret, onKept }: MadeProps) {
  const text = useText();
  return (
    <div role="status" className="flex max-w-120 flex-col gap-4 text-14">
      <p>{text('apikeys.keep')}</p>
      <dl className="flex flex-col gap-3 border-y py-4">
        {[
          ['apikeys.key', id],
          ['apikeys.secret', secret],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-13 text-ink-2">{text(label as 'apikeys.key')}</dt>
            <dd data-testid={label} className="figure wrap-anywhere select-all">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-start gap-3">
        <CopyReceipt text={`${id}\n${secret}`} json={{ key: id, secret }} />
        <Button onClick={onKept}>{text('ui.saved')}</Button>
      </div>
    </div>
  );
}

/** A new form after each key. */
export function CreateKey() {
  const [round, setRound] = useState(0);
  return <CreateForm key={round} onKept={() => setRound(round + 1)} />;
}

/** Makes a key: its name, its rights, where it works from and how long. */
function CreateForm({ onKept }: { readonly onKept: () => void }) {
  const client = useClient();
  const text = useText();
  const changed = useApiKeysChanged();
  const act = useActForm<Values, { readonly key: ApiKey; readonly secret: string }>({
    defaultValues: {
      name: '',
      trades: false,
      addresses: '',
      validFor: String(MAX_DAYS_WITHOUT_ADDRESSES),
    },
    places: { expireDays: 'validFor' },
    send({ name, trades, addresses, validFor }, sending) {
      const expireDays = validFor === NEVER ? null : Number(validFor);
      const scopes = trades ? (['read', 'trade'] as const) : (['read'] as const);
      const body = { name, scopes: [...scopes], addresses: addressesOf(addresses), expireDays };
      return client.call('createApi', { body }, sending);
    },
    onSettled: changed,
  });
  useDraft(act, 'API key', ['name', 'trades', 'addresses', 'validFor']);
  if (act.data !== null) return <Made id={act.data.key.id} secret={act.data.secret} onKept={onKept} />;
  return (
    <form
      aria-label={text('apikeys.create')}
      noValidate
      onSubmit={act.submit}
      className="flex max-w-120 flex-col gap-4"
    >
      <FormField act={act} name="name" prompt="ui.required.label">
        {(field) => <TextField {...field} label={text('account.name')} maxLength={MAX_NAME} />}
      </FormField>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-13 font-medium text-ink-2">{text('apikeys.scopes')}</legend>
        <Checkbox checked disabled onCheckedChange={() => {}}>
          <Right title={text('apikeys.scope.read')} text={text('apikeys.scope.readText')} />
        </Checkbox>
        <FormField act={act} name="trades" required={false}>
          {({ value, onValueChange }) => (
            <Checkbox checked={value} onCheckedChange={onValueChange}>
              <Right title={text('apikeys.scope.trade')} text={text('apikeys.scope.tradeText')} />
            </Checkbox>
          )}
        </FormField>
        <Checkbox checked={false} disabled onCheckedChange={() => {}}>
          <Right title={text('apikeys.scope.withdraw')} text={text('apikeys.scope.withdrawText')} />
        </Checkbox>
      </fieldset>
      <FormField
        act={act}
        name="addresses"
        required={false}
        check={(typed, { validFor }) => {
          const addresses = addressesOf(typed);
          if (addresses.length > MAX_KEY_ADDRESSES || !addresses.every(isNetwork))
            return text('apikeys.addressesWrong', { most: MAX_KEY_ADDRESSES });
          const isLong = validFor === NEVER || Number(validFor) > MAX_DAYS_WITHOUT_ADDRESSES;
          return addresses.length === 0 && isLong ? text('error.API_KEY_NEEDS_ADDRESSES') : null;
        }}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('apikeys.addresses')}
            description={text('apikeys.addressesHint')}
            maxLength={MAX_ADDRESSES_LENGTH}
          />
        )}
      </FormField>
      <FormField act={act} name="validFor" prompt="ui.required.choice">
        {(field) => (
          <Select
            {...field}
            label={text('apikeys.validFor')}
            options={[
              ...DAYS.map((days) => ({ value: String(days), label: text('apikeys.days', { count: days }) })),
              { value: NEVER, label: text('apikeys.noEnd') },
            ]}
          />
        )}
      </FormField>
      <Button type="submit" className="self-start" loading={act.isPending}>
        {text('apikeys.create')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
