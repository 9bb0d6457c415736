import {
  isPersonName,
  MAX_RAW_LENGTH,
  type PaymentMethod,
  type PaymentType,
  paymentServices,
  paymentTypes,
} from '@candor/api';
import {
  Badge,
  Button,
  FormField,
  Loaded,
  Skeleton,
  TextField,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys, useClient } from '../../data/index.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { SettingForm } from '../form-frame.tsx';
import { Section } from '../section.tsx';

interface Values {
  readonly name: string;
  readonly account: string;
  readonly bankName: string;
}

/** Name of a payment method: services keep theirs in every language. */
function useMethodName() {
  const text = useText();
  return (type: PaymentType) => (type === 'bank' ? text('bank.payment.bank') : paymentServices[type]);
}

/** The form of one payment method; what is saved stands in its fields. */
function MethodForm({
  type,
  method,
  onDone,
}: {
  readonly type: PaymentType;
  readonly method: PaymentMethod | undefined;
  /** Called once the method is saved. */
  readonly onDone: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const title = useMethodName()(type);
  const act = useActForm<Values>({
    defaultValues: {
      name: method?.name ?? '',
      account: method?.account ?? '',
      bankName: method?.bankName ?? '',
    },
    beside: type,
    send: (values, sending) => client.call('payment', { body: { type, ...values } }, sending),
    onDone: () => {
      toasts.success(text('bank.payment.saved'));
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.payments }),
  });
  useDraft(act, `payment ${type}`, ['name', 'account', 'bankName']);
  return (
    <SettingForm label={title} act={act} submit={text('account.save')} className="pb-4">
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
  );
}

/** The list of payment methods; the one that is added or changed has its form below its name. */
function MethodList({ methods }: { readonly methods: readonly PaymentMethod[] }) {
  const text = useText();
  const nameOf = useMethodName();
  const [open, setOpen] = useState<PaymentType | null>(null);
  return (
    <ul className="border-b">
      {paymentTypes.map((type) => {
        const method = methods.find((each) => each.type === type);
        const act = text(method === undefined ? 'bank.payment.add' : 'bank.payment.change');
        return (
          <li key={type} className="border-t">
            <div className="flex items-center justify-between gap-4 py-3">
              <h3 className="flex min-w-0 flex-wrap items-center gap-2 text-14 font-medium wrap-anywhere">
                {nameOf(type)}{' '}
                {method !== undefined && (
                  <>
                    <Badge>{text('account.state.on')}</Badge>
                    <span className="text-13 font-normal text-ink-3">{method.account}</span>
                  </>
                )}
              </h3>
              <Button
                variant="quiet"
                size="small"
                aria-expanded={open === type}
                onClick={() => setOpen(open === type ? null : type)}
              >
                {open === type ? text('ui.cancel') : act} <span className="sr-only">{nameOf(type)}</span>
              </Button>
            </div>
            {open === type && <MethodForm type={type} method={method} onDone={() => setOpen(null)} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The ways in which other users can pay this one. */
export function Payments() {
  const client = useClient();
  const text = useText();
  const query = useQuery({ queryKey: queryKeys.payments, queryFn: () => client.call('getPayment') });
  return (
    <Section title={text('bank.payment.title')} text={text('bank.payment.text')}>
      <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-60" />}>
        {(methods) => <MethodList methods={methods} />}
      </Loaded>
    </Section>
  );
}
