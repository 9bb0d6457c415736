import type { CallData, Calls } from '@candor/api';
import { Badge, DataTable, useFormatters, useRecords, useText } from '@candor/ui';
import { queryKeys, useClient } from '../data/index.ts';
import { DaysFilter } from '../records/days-filter.tsx';
import { useEmptyWords, useRecordFilter } from '../records/record-filter.tsx';
import { Section } from './section.tsx';

type Login = CallData<Calls['getLoginLog']>['records'][number];

function LoginTable() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const { times } = useRecordFilter();
  const { rows, query } = useRecords<Login>({
    queryKey: [...queryKeys.logins, times],
    load: (cursor) =>
      client.call('getLoginLog', { query: { ...times, ...(cursor === null ? {} : { cursor }) } }),
  });
  const empty = useEmptyWords(text('account.logins.none'));
  return (
    <DataTable<Login>
      label={text('account.logins.title')}
      density="roomy"
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      {...empty}
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
  );
}

/** The log of the user's logins, by days. */
export function Logins() {
  const text = useText();
  return (
    <Section wide title={text('account.logins.title')} text={text('account.logins.text')}>
      <DaysFilter>
        {(fields) => (
          <>
            {fields}
            <LoginTable />
          </>
        )}
      </DaysFilter>
    </Section>
  );
}
