import type { WithdrawalAddress } from '@candor/api';
import { ActMessage, Button, Checkbox, DataTable, useAct, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useWithdrawalAddresses } from '../../data/index.ts';
import { shortHash } from '../short-hash.ts';
import { SaveAddress } from './save-address.tsx';

interface AddressBookProps {
  readonly network: string;
  readonly whitelist: boolean;
  /** Address of the withdrawal that its owner wants to keep. */
  readonly offered: { readonly address: string } | null;
  readonly onUse: (address: string) => void;
}

/** The saved addresses of a network, and whether withdrawals go to them alone. */
export function AddressBook({ network, whitelist, offered, onUse }: AddressBookProps) {
  const text = useText();
  const client = useClient();
  const queries = useQueryClient();
  const query = useWithdrawalAddresses();
  const rows = query.data?.list.filter((each) => each.network === network) ?? null;
  const changed = () => queries.invalidateQueries({ queryKey: queryKeys.withdrawals });
  const remove = useAct<unknown, string>({
    mutationFn: (address, sending) =>
      client.call('removeWithdrawalAddress', { body: { network, address } }, sending),
    saysDone: true,
    onSettled: changed,
  });
  const turn = useAct<unknown, boolean>({
    mutationFn: (on, sending) => client.call('setWithdrawalWhitelist', { body: { on } }, sending),
    saysDone: true,
    onSettled: changed,
  });
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16 font-semibold">{text('withdraw.book')}</h2>
      <Checkbox checked={whitelist} onCheckedChange={(on) => turn.mutate(on)} disabled={turn.isPending}>
        {text('withdraw.whitelist')}
      </Checkbox>
      <DataTable<WithdrawalAddress>
        label={text('withdraw.book')}
        rows={rows}
        rowKey={({ address }) => address}
        query={query}
        failedTitle={text('withdraw.book.notLoaded')}
        emptyTitle={text('withdraw.book.none')}
        emptyText={text('withdraw.book.none.text')}
        columns={[
          { head: 'withdraw.book.label', card: 'title', wraps: true, cell: ({ label }) => label },
          {
            head: 'withdraw.address',
            cell: ({ address }) => (
              <span className="figure" title={address}>
                {shortHash(address)}
              </span>
            ),
          },
          {
            head: 'withdraw.book.use',
            kind: 'actions',
            cell: ({ address }) => (
              <span className="flex justify-end gap-2">
                <Button variant="quiet" size="small" onClick={() => onUse(address)}>
                  {text('withdraw.book.use')}
                </Button>
                <Button
                  variant="plain"
                  size="small"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(address)}
                >
                  {text('withdraw.book.remove')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      <ActMessage phase={turn.phase ?? remove.phase} error={turn.error ?? remove.error} />
      <SaveAddress key={network} network={network} offered={offered} />
    </section>
  );
}
