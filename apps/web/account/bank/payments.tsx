import {
  isPersonName,
  MAX_RAW_LENGTH,
  type PaymentMethod,
  type PaymentType,
  paymentServices,
  paymentTypes,
} from '@candor/api';
import {
  ActDialog,
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
import { Section, Setting } from '../section.tsx';

interface Values {
  readonly name: string;
  readonly account: string;
  readonly bankName: string;
}

function MethodDialog({
  type,
  method,
  onClose,
}: {
  readonly type: PaymentType;
  readonly method: PaymentMethod | undefined;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
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
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.payments }),
  });
  useDraft(act, `payment ${type}`, ['name', 'account', 'bankName']);
  return (
    <ActDialog
      title={type === 'bank' ? text('bank.payment.bank') : paymentServices[type]}
      act={act}
      submit={text('account.save')}
      onOpenChange={onClose}
    >
      <FormField act={act} name="name" check={(name) => (isPersonName(name) ? null : text('bank.nameWrong'))}>
        {(field) => <TextField {...field} label={text('bank.name')} maxLength={MAX_RAW_LENGTH} />}
      </FormField>
      <FormField act={act} name="account" required={false}>
        {(field) => (
          <TextField
            {...field}
            label={text('bank.payment.account')}
            description={text('bank.payment.remove')}
            maxLength={100}
          />
        )}
      </FormField>
      {type === 'bank' && (
        <FormField act={act} name="bankName">
          {(field) => <TextField {...field} label={text('bank.bankName')} maxLength={100} />}
        </FormField>
      )}
    </ActDialog>
  );
}

/** The ways in which other users can pay this one. */
export function Payments() {
  const client = useClient();
  const text = useText();
  const query = useQuery({ queryKey: queryKeys.payments, queryFn: () => client.call('getPayment') });
  const [open, setOpen] = useState<PaymentType | null>(null);
  return (
    <Section title={text('bank.payment.title')} text={text('bank.payment.text')}>
      <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-60" />}>
        {(methods) => (
          <div>
            {paymentTypes.map((type) => {
              const method = methods.find((each) => each.type === type);
              return (
                <Setting
                  key={type}
                  title={type === 'bank' ? text('bank.payment.bank') : paymentServices[type]}
                  text={
                    method === undefined ? text('bank.payment.none') : `${method.name}, ${method.account}`
                  }
                >
                  <Button variant="quiet" onClick={() => setOpen(type)}>
                    {text(method === undefined ? 'account.password.set' : 'account.password.change')}
                  </Button>
                </Setting>
              );
            })}
            {open !== null && (
              <MethodDialog
                type={open}
                method={methods.find(({ type }) => type === open)}
                onClose={() => setOpen(null)}
              />
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
