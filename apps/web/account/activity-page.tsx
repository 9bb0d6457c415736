import type { AccountTouch } from '@candor/api';
import { DataTable, useFormatters, useRecords, useText } from '@candor/ui';
import { sendsToSupport } from '../common/support-texts.ts';
import { queryKeys, useClient } from '../data/index.ts';
import { DaysFilter } from '../records/days-filter.tsx';
import { useEmptyWords, useRecordFilter } from '../records/record-filter.tsx';
import { AccountPage } from '../shell/account-page.tsx';
import { SupportLink } from '../shell/support-link.tsx';

function Touches() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const { times } = useRecordFilter();
  const empty = useEmptyWords(text('touches.none'));
  const { rows, query } = useRecords<AccountTouch>({
    queryKey: [...queryKeys.touches, times],
    load: (cursor) =>
      client.call('getAccountTouches', { query: { ...times, ...(cursor === null ? {} : { cursor }) } }),
  });
  return (
    <DataTable<AccountTouch>
      label={text('touches.title')}
      density="roomy"
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      {...empty}
      columns={[
        {
          head: 'touches.what',
          card: 'title',
          wraps: true,
          cell: ({ act }) => text(`touches.act.${act}`),
        },
        { head: 'touches.who', cell: ({ role }) => text(`touches.role.${role}`) },
        {
          head: 'touches.why',
          wraps: true,
          cell: ({ reason, code }) => (
            <>
              {code === null ? (reason ?? '—') : text(`review.reason.${code}`)}
              {sendsToSupport(`review.reason.${code}`) && <SupportLink about={`review.reason.${code}`} />}
              {code !== null && reason !== null && <span className="block text-ink-2">{reason}</span>}
            </>
          ),
        },
        {
          head: 'touches.time',
          kind: 'time',
          quiet: true,
          cell: ({ createTime }) => format.dateTime(createTime),
        },
      ]}
    />
  );
}

/** Every act of an operator that concerns the user: who, what, when and why. */
export function ActivityPage() {
  const text = useText();
  return (
    <AccountPage current="activity">
      <div className="flex flex-col gap-3">
        <h1 className="text-20 font-semibold">{text('touches.title')}</h1>
        <p className="max-w-160 pb-3 text-14 text-ink-2">{text('touches.text')}</p>
        <DaysFilter>
          {(fields) => (
            <>
              {fields}
              <Touches />
            </>
          )}
        </DaysFilter>
      </div>
    </AccountPage>
  );
}
