import {
  isPersonName,
  MAX_RAW_LENGTH,
  type PaymentMethod,
  type PaymentType,
  paymentServices,
  paymentTypes,
} from '@candor/api';
import { Badge, FormField, Loaded, Skeleton, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient } from '../../data/index.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { SettingForm } from '../form-frame.tsx';
import { Section } from '../section.tsx';

interface Values {
  readonly name: string;
  readonly account: string;
  readonly bankName: string;
}

/** The form of one payment method; what is saved stands in its fields. */
function MethodForm({
  type,
  method,
}: {
  readonly type: PaymentType;
  readonly method: PaymentMethod | undefined;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const title = type === 'bank' ? text('bank.payment.bank') : paymentServices[type];
  const act = useActForm<Values>({
    defaultValues: {
      name: method?.name ?? '',
      account: method?.account ?? '',
      bankName: method?.bankName ?? '',
    },
    beside: type,
    send: (values, sending) => client.call('payment', { body: { type, ...values } }, sending),
    onDone: () => toasts.success(text('bank.payment.saved')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.payments }),
  });
  useDraft(act, `payment ${type}`, ['name', 'account', 'bankName']);
  return (
    <div className="flex flex-col gap-4 border-t pt-4">
      <h3 className="flex flex-wrap items-center gap-2 text-14 font-semibold">
        {title} {method !== undefined && <Badge>{text('account.state.on')}</Badge>}
      </h3>
      <SettingForm label={title} act={act} submit={text('account.save')}>
        <FormField
          act={act}
          name="name"
          prompt="ui.required.name"
          check={(name) => (isPersonName(name) ? null : text('bank.nameWrong'))}
        >
          {(field) => <TextField {...field} label={text('bank.name')} maxLength={MAX_RAW_LENGTH} />}
        </FormField>
        <FormField act={act} name="account" required={false}>
          {(field) => (
            <TextField
              {...field}
              label={text('bank.payment.account')}
              {...(method === undefined ? {} : { description: text('bank.payment.remove') })}
              maxLength={100}
            />
          )}
        </FormField>
        {type === 'bank' && (
          <FormField act={act} name="bankName" prompt="ui.required.bankName">
            {(field) => <TextField {...field} label={text('bank.bankName')} maxLength={100} />}
          </FormField>
        )}
      </SettingForm>
    </div>
  );
}

/** The ways in which other users can pay this one, each with its form. */
export function Payments() {
  const client = useClient();
  const text = useText();
  const query = useQuery({ queryKey: queryKeys.payments, queryFn: () => client.call('getPayment') });
  return (
    <Section wide title={text('bank.payment.title')} text={text('bank.payment.text')}>
      <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-60" />}>
        {(methods) => (
          <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2 xl:grid-cols-3">
            {paymentTypes.map((type) => (
              <MethodForm key={type} type={type} method={methods.find((each) => each.type === type)} />
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
