import type { CallData, Calls } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  HeadCell,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../app/act-message.tsx';
import { wordsOf } from '../app/error-words.ts';
import { useAct } from '../app/use-act.ts';
import { queryKeys, useClient } from '../data/index.ts';

type Device = CallData<Calls['getLoginDevice']>[number];

const columns = ['text', 'text', 'none'] as const;

/** Asks for confirmation before a device is removed. */
function RemoveDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const intl = useIntl();
  const client = useClient();
  const queries = useQueryClient();
  const text = (id: string) => intl.formatMessage({ id });
  const remove = useAct({
    mutationFn: (id: string, watch) => client.call('deleteDevice', { params: { id } }, watch),
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

function DeviceRow({ device, onRemove }: { readonly device: Device; readonly onRemove: () => void }) {
  const intl = useIntl();
  const format = useFormatters();
  return (
    <Row>
      <Cell className="sm:whitespace-nowrap">
        <span className="figure max-sm:block">{format.dateTime(device.lastTime)}</span>{' '}
        {device.current && <Badge>{intl.formatMessage({ id: 'account.devices.current' })}</Badge>}
      </Cell>
      <Cell tone="quiet" className="whitespace-nowrap figure max-sm:hidden">
        {format.dateTime(device.createTime)}
      </Cell>
      <Cell atEnd>
        <Button variant="plain" size="small" onClick={onRemove}>
          {intl.formatMessage({ id: 'account.devices.remove' })}
        </Button>
      </Cell>
    </Row>
  );
}

/** The devices that the user logged in on, each with a button that removes it. */
export function Devices() {
  const intl = useIntl();
  const client = useClient();
  const query = useQuery({ queryKey: queryKeys.devices, queryFn: () => client.call('getLoginDevice') });
  const [removing, setRemoving] = useState<Device | null>(null);
  const text = (id: string) => intl.formatMessage({ id });
  const body = () => {
    if (query.data !== undefined && query.data.length > 0)
      return query.data.map((device) => (
        <DeviceRow key={device.id} device={device} onRemove={() => setRemoving(device)} />
      ));
    if (query.data === undefined && !query.isError) return <SkeletonRows rows={2} columns={columns} />;
    return (
      <TableMessage columns={columns.length}>
        {query.isError ? (
          <ErrorState
            title={text('account.devices.failed')}
            text={wordsOf(intl, query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <EmptyState title={text('account.devices.none')} />
        )}
      </TableMessage>
    );
  };
  return (
    <section aria-labelledby="devices-title" className="flex flex-col gap-3">
      <h2 id="devices-title" className="text-16 font-semibold">
        {text('account.devices.title')}
      </h2>
      <p className="max-w-160 text-14 text-ink-2">{text('account.devices.text')}</p>
      <Table label={text('account.devices.title')} density="roomy" className="max-w-180">
        <TableHead>
          <HeadCell>{text('account.devices.last')}</HeadCell>
          <HeadCell className="max-sm:hidden">{text('account.devices.since')}</HeadCell>
          <HeadCell>
            <span className="sr-only">{text('account.devices.remove')}</span>
          </HeadCell>
        </TableHead>
        <TableBody busy={query.isPending}>{body()}</TableBody>
      </Table>
      {removing !== null && <RemoveDialog device={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}
