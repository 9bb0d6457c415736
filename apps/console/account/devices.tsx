import type { KnownDeviceRow } from '@candor/api';
import { Badge, Button, DataTable, toasts, useAct, useFormatters, useProblem, useText } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { Section } from '../shell/section.tsx';

export const DEVICES_KEY = ['devices'];

function Forget({ device }: { readonly device: KnownDeviceRow }) {
  const intl = useIntl();
  const { client } = useConsole();
  const queries = useQueryClient();
  const problemOf = useProblem();
  const forget = useAct<unknown>({
    mutationFn: () => client.call('forgetOperatorDevice', { params: { id: device.id } }),
    onSettled: () =>
      Promise.all([DEVICES_KEY, ['log']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Button
      variant="plain"
      size="small"
      loading={forget.isPending}
      onClick={() => forget.mutate(undefined, { onError: (error) => toasts.error(problemOf(error).text) })}
    >
      {intl.formatMessage({ id: 'console.account.devices.forget' })}
    </Button>
  );
}

/** The devices on which the operator logged in, each with a button that forgets it. */
export function Devices() {
  const format = useFormatters();
  const { client } = useConsole();
  const query = useQuery({ queryKey: DEVICES_KEY, queryFn: () => client.call('getOperatorDevices') });
  const text = useText();
  return (
    <Section title={text('console.account.devices.title')}>
      <p className="max-w-160 text-14 text-ink-2">{text('console.account.devices.text')}</p>
      <DataTable<KnownDeviceRow>
        label={text('console.account.devices.title')}
        density="roomy"
        className="max-w-180"
        rows={query.data ?? null}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('console.account.devices.failed')}
        emptyTitle={text('console.account.devices.none')}
        columns={[
          {
            head: 'console.account.devices.last',
            card: 'title',
            cell: (device) => (
              <>
                {format.dateTime(device.lastTime)}{' '}
                {device.current && <Badge>{text('console.account.devices.current')}</Badge>}
              </>
            ),
          },
          {
            head: 'console.account.devices.since',
            quiet: true,
            cell: (device) => format.dateTime(device.createTime),
          },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            card: 'corner',
            cell: (device) => <Forget device={device} />,
          },
        ]}
      />
    </Section>
  );
}
