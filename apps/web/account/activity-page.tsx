import type { AccountTouch } from '@candor/api';
import { DataTable, useFormatters, useRecords, useText } from '@candor/ui';
import { sendsToSupport } from '../common/support-texts.ts';
import { queryKeys, useClient } from '../data/index.ts';
import { AccountPage } from '../shell/account-page.tsx';
import { SupportLink } from '../shell/support-link.tsx';

/** Every act of an operator that concerns the user: who, what, when and why. */
export function ActivityPage() {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const { rows, query } = useRecords<AccountTouch>({
    queryKey: queryKeys.touches,
    load: (cursor) => client.call('getAccountTouches', { query: cursor === null ? {} : { cursor } }),
  });
  return (
    <AccountPage current="activity">
      <div className="flex flex-col gap-3">
        <h1 className="text-20 font-semibold">{text('touches.title')}</h1>
        <p className="max-w-160 pb-3 text-14 text-ink-2">{text('touches.text')}</p>
        <DataTable<AccountTouch>
          label={text('touches.title')}
          density="roomy"
          rows={rows}
          rowKey={({ id }) => id}
          query={query}
          emptyTitle={text('touches.none')}
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
                  {sendsToSupport(`review.reason.${code}`) && <SupportLink />}
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
      </div>
    </AccountPage>
  );
}
