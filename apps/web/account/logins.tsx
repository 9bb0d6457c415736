import type { CallData, Calls } from '@candor/api';
import { Badge, DataTable, useFormatters, useRecords, useText } from '@candor/ui';
import { queryKeys, useClient } from '../data/index.ts';
import { Section } from './section.tsx';

type Login = CallData<Calls['getLoginLog']>['records'][number];

/** The log of the user's logins. */
export function Logins() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const { rows, query } = useRecords<Login>({
    queryKey: queryKeys.logins,
    load: (cursor) => client.call('getLoginLog', { query: cursor === null ? {} : { cursor } }),
  });
  return (
    <Section wide title={text('account.logins.title')} text={text('account.logins.text')}>
      <DataTable<Login>
        label={text('account.logins.title')}
        density="roomy"
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        emptyTitle={text('account.logins.none')}
        columns={[
          {
            head: 'account.logins.device',
            card: 'title',
            wraps: true,
            cell: ({ agent, newDevice }) => (
              <>
                {agent === '' ? text('account.devices.unknown') : agent}{' '}
                {newDevice && <Badge>{text('account.logins.new')}</Badge>}
              </>
            ),
          },
          { head: 'account.logins.method', cell: ({ method }) => text(`account.logins.method.${method}`) },
          { head: 'account.devices.address', cell: ({ address }) => address },
          {
            head: 'account.logins.time',
            kind: 'time',
            quiet: true,
            cell: (row) => format.dateTime(row.createTime),
          },
        ]}
      />
    </Section>
  );
}
