import type { CallData, Calls } from '@candor/api';
import {
  ActDialog,
  ActMessage,
  Badge,
  Button,
  ConfirmDialog,
  DataTable,
  FormField,
  TextField,
  toasts,
  useAct,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys, useClient } from '../data/index.ts';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { Section } from './section.tsx';

type Device = CallData<Calls['getLoginDevice']>[number];

/** Asks for confirmation before a device is removed. */
function RemoveDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const remove = useAct({
    mutationFn: (id: string, sending) => client.call('deleteDevice', { params: { id } }, sending),
    onSuccess: () => {
      toasts.success(text('account.devices.removed'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.devices }),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text('account.devices.removeTitle')}
      description={text('account.devices.removeText')}
      dismiss={text('account.devices.keep')}
      confirm={text('account.devices.remove')}
      variant="danger"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(device.id)}
    >
      <ActMessage phase={remove.phase} error={remove.error} />
    </ConfirmDialog>
  );
}

/** Names a device. */
function RenameDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const act = useActForm<{ name: string }>({
    defaultValues: { name: device.name ?? device.agent },
    send: ({ name }, sending) => client.call('updateDevice', { body: { id: device.id, name } }, sending),
    saysDone: true,
    onDone: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.devices }),
  });
  return (
    <ActDialog
      title={text('account.devices.renameTitle')}
      act={act}
      submit={text('account.save')}
      onOpenChange={onClose}
    >
      <FormField act={act} name="name" prompt="ui.required.label">
        {(field) => <TextField {...field} label={text('account.name')} maxLength={40} />}
      </FormField>
    </ActDialog>
  );
}

/** The devices that the user logged in on, each with a button that removes it. */
export function Devices() {
  const client = useClient();
  const format = useFormatters();
  const query = useQuery({ queryKey: queryKeys.devices, queryFn: () => client.call('getLoginDevice') });
  const [removing, setRemoving] = useState<Device | null>(null);
  const [renaming, setRenaming] = useState<Device | null>(null);
  const text = useText();
  return (
    <Section wide title={text('account.devices.title')} text={text('account.devices.text')}>
      <DataTable
        label={text('account.devices.title')}
        density="roomy"
        skeletons={2}
        rows={query.data ?? null}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('account.devices.failed')}
        emptyTitle={text('account.devices.none')}
        columns={[
          {
            head: 'account.devices.last',
            card: 'title',
            wraps: true,
            cell: ({ name, agent, current, signedIn, lastTime, address }) => (
              <>
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold wrap-anywhere">
                    {name ?? (agent === '' ? text('account.devices.unknown') : agent)}
                  </span>
                  {current && <Badge>{text('account.devices.current')}</Badge>}
                  {!current && signedIn && <Badge>{text('account.devices.signedIn')}</Badge>}
                </span>
                <span className="block text-13 font-normal text-ink-2">
                  <span className="figure">{format.dateTime(lastTime)}</span> {address}
                </span>
              </>
            ),
          },
          {
            head: 'account.devices.since',
            kind: 'time',
            cell: ({ createTime }) => format.dateTime(createTime),
          },
          {
            head: 'account.devices.remove',
            kind: 'actions',
            cell: (device) => (
              <>
                <Button variant="plain" size="small" onClick={() => setRenaming(device)}>
                  {text('account.devices.rename')}
                </Button>
                <Button variant="plain" size="small" onClick={() => setRemoving(device)}>
                  {text('account.devices.remove')}
                </Button>
              </>
            ),
          },
        ]}
      />
      <LogOutEverywhere />
      {renaming !== null && <RenameDialog device={renaming} onClose={() => setRenaming(null)} />}
      {removing !== null && <RemoveDialog device={removing} onClose={() => setRemoving(null)} />}
    </Section>
  );
}
