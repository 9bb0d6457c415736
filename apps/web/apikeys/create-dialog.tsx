import { isNetwork, MAX_DAYS_WITHOUT_ADDRESSES, MAX_KEY_ADDRESSES } from '@candor/api';
import {
  ActDialog,
  Checkbox,
  CopyReceipt,
  FormField,
  Select,
  TextField,
  useActForm,
  useText,
} from '@candor/ui';
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

/** The new key and its secret, which nobody can read again. */
function Made({ id, secret }: { readonly id: string; readonly secret: string }) {
  const text = useText();
  return (
    <div className="flex flex-col gap-4 text-14">
      <p>{text('apikeys.keep')}</p>
      <dl className="flex flex-col gap-3">
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
      <CopyReceipt text={`${id}\n${secret}`} json={{ key: id, secret }} />
    </div>
  );
}

/** Makes a key: its name, its rights, where it works from and how long. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
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
  return (
    <ActDialog
      title={text('apikeys.create')}
      act={act}
      submit={text('apikeys.create')}
      onOpenChange={onClose}
      isShownOnce
      result={({ key, secret }) => <Made id={key.id} secret={secret} />}
    >
      <FormField act={act} name="name">
        {(field) => <TextField {...field} label={text('account.name')} maxLength={MAX_NAME} />}
      </FormField>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-13 font-medium text-ink-2">{text('apikeys.scopes')}</legend>
        <Checkbox checked disabled onCheckedChange={() => {}}>
          <Right title={text('apikeys.scope.read')} text={text('apikeys.scope.readText')} />
        </Checkbox>
        <FormField act={act} name="trades">
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
      <FormField act={act} name="validFor">
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
    </ActDialog>
  );
}
