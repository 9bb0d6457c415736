import {
  ActMessage,
  Button,
  FormField,
  TextField,
  toasts,
  useActForm,
  useText,
  WrappedField,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys, useClient } from '../../data/index.ts';
import { useDraft } from '../../forms/use-draft.ts';

interface Values {
  readonly address: string;
  readonly label: string;
}

const EMPTY: Values = { address: '', label: '' };

interface SaveAddressProps {
  readonly network: string;
  /** Address of the withdrawal that its owner wants to keep; a new object for each press. */
  readonly offered: { readonly address: string } | null;
}

/** Saves an address of a network under a label. */
export function SaveAddress({ network, offered }: SaveAddressProps) {
  const text = useText();
  const client = useClient();
  const queries = useQueryClient();
  const act = useActForm<Values>({
    defaultValues: EMPTY,
    beside: network,
    send: ({ address, label }, sending) => {
      const body = { network, address: address.trim(), label: label.trim() };
      return client.call('saveWithdrawalAddress', { body }, sending);
    },
    onDone: (_data, _values, form) => {
      toasts.success(text('withdraw.book.saved'));
      form.reset(EMPTY);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.withdrawals }),
  });
  useDraft(act, `saved address ${network}`, ['address', 'label']);
  const { form } = act;
  useEffect(() => {
    if (offered === null) return;
    form.setValue('address', offered.address);
    form.setFocus('label');
  }, [offered, form]);
  return (
    <form
      aria-label={text('withdraw.book.save')}
      noValidate
      onSubmit={act.submit}
      className="grid gap-x-4 gap-y-3 border-t pt-4 sm:grid-cols-2"
    >
      <FormField act={act} name="address" prompt="ui.required.withdrawAddress">
        {(field) => <WrappedField {...field} label={text('withdraw.book.address')} maxLength={120} />}
      </FormField>
      <FormField act={act} name="label" prompt="ui.required.label">
        {(field) => (
          <TextField {...field} label={text('withdraw.book.label')} autoComplete="off" maxLength={40} />
        )}
      </FormField>
      <Button type="submit" variant="quiet" className="self-start justify-self-start" loading={act.isPending}>
        {text('withdraw.book.save')}
      </Button>
      <div className="sm:col-span-2">
        <ActMessage phase={act.phase} error={act.error} />
      </div>
    </form>
  );
}
