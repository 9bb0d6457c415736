import { ActDialog, FormField, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { GroupedAddress } from '../common/grouped-address.tsx';
import { queryKeys, useClient } from '../data/index.ts';
import { useDraft } from '../forms/use-draft.ts';

interface SaveAddressProps {
  readonly network: string;
  readonly address: string;
  readonly onClose: () => void;
}

/** Saves an address of a network under a label. */
export function SaveAddressDialog({ network, address, onClose }: SaveAddressProps) {
  const text = useText();
  const client = useClient();
  const queries = useQueryClient();
  const act = useActForm<{ readonly label: string }>({
    defaultValues: { label: '' },
    send: ({ label }, sending) =>
      client.call('saveWithdrawalAddress', { body: { network, address, label: label.trim() } }, sending),
    onDone: () => {
      toasts.success(text('withdraw.book.saved'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.withdrawals }),
  });
  useDraft(act, `address ${network} ${address}`, ['label']);
  return (
    <ActDialog
      title={text('withdraw.book.save')}
      act={act}
      submit={text('withdraw.book.save')}
      onOpenChange={onClose}
    >
      <p className="text-14">
        <GroupedAddress address={address} />
      </p>
      <FormField act={act} name="label">
        {(field) => (
          <TextField {...field} label={text('withdraw.book.label')} autoComplete="off" maxLength={40} />
        )}
      </FormField>
    </ActDialog>
  );
}
