import { NOTICE_DAYS, NOTICE_GROUPS, NOTICES_KEPT, type Notice, type NoticeGroup } from '@candor/api';
import {
  Button,
  buttonClass,
  Checkbox,
  cx,
  EmptyState,
  ErrorState,
  SkeletonText,
  useProblem,
  useRecords,
  useText,
} from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { sendsToSupport } from '../common/support-texts.ts';
import { knownOf, queryKeys, useClient, useNotices, useServices } from '../data/index.ts';
import { DaysFilter } from '../records/days-filter.tsx';
import { useRecordFilter } from '../records/record-filter.tsx';
import { AccountPage } from '../shell/account-page.tsx';
import { NoticeLink } from '../shell/notice-link.tsx';
import { SupportLink } from '../shell/support-link.tsx';
import { useReadNotices } from '../shell/use-read-notices.ts';
import type { NoticesSearch } from './search.ts';

const route = getRouteApi('/shell/account/center/notices');

function useNoticeList({ group, unread }: NoticesSearch) {
  const client = useClient();
  const { times } = useRecordFilter();
  return useRecords<Notice>({
    queryKey: [...queryKeys.notices, group ?? 'all', unread === true, times],
    load: async (cursor) => {
      const page = await client.call('getNotices', {
        query: {
          ...(group === undefined ? {} : { group }),
          ...(unread === true ? { unread: 'true' } : {}),
          ...times,
          ...(cursor === null ? {} : { cursor }),
        },
      });
      return { ...page, records: knownOf(page.records) };
    },
  });
}

/** The groups as links, so that the address holds the choice. */
function Groups({ search }: { readonly search: NoticesSearch }) {
  const text = useText();
  const { group: _, ...others } = search;
  const entry = (group: NoticeGroup | undefined) => {
    const isCurrent = search.group === group;
    return (
      <li key={group ?? 'all'} className="shrink-0">
        <Link
          to="/account/center/notices"
          search={{ ...others, ...(group === undefined ? {} : { group }) }}
          aria-current={isCurrent ? 'page' : undefined}
          className={cx(
            'flex h-9 items-center rounded-base px-3 text-14 whitespace-nowrap transition-colors touch:h-11',
            isCurrent ? 'bg-wash font-semibold text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {text(group === undefined ? 'bell.group.all' : `notices.group.${group}`)}
        </Link>
      </li>
    );
  };
  return (
    <nav aria-label={text('bell.groups')} className="-mx-1 min-w-0 overflow-x-auto [scrollbar-width:none]">
      <ul className="flex gap-1 px-1 py-1">{[undefined, ...NOTICE_GROUPS].map(entry)}</ul>
    </nav>
  );
}

function List({ search }: { readonly search: NoticesSearch }) {
  const text = useText();
  const problemOf = useProblem();
  const read = useReadNotices();
  const { rows, query } = useNoticeList(search);
  const { isSet } = useRecordFilter();
  if (rows === null && query.error !== null)
    return (
      <ErrorState
        title={text('ui.table.failed')}
        text={problemOf(query.error).text}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (rows === null)
    return (
      <div className="p-4" aria-busy="true">
        <SkeletonText lines={8} />
      </div>
    );
  if (rows.length === 0) {
    const isFiltered = search.group !== undefined || search.unread === true || isSet;
    return isFiltered ? (
      <EmptyState
        title={text('bell.noneHere')}
        action={
          <Link to="/account/center/notices" search={{}} className={buttonClass('quiet')}>
            {text('bell.showAll')}
          </Link>
        }
      />
    ) : (
      <EmptyState title={text('bell.none')} text={text('bell.noneText')} />
    );
  }
  return (
    <>
      <ul className="divide-y">
        {rows.map((notice) => (
          <li key={notice.key}>
            <NoticeLink
              notice={notice}
              onOpen={({ id, read: isRead }) => {
                if (!isRead) read({ ids: [id] });
              }}
            />
            {sendsToSupport(`notices.${notice.kind}.text`) && (
              <div className="ps-11 pb-3">
                <SupportLink about={`notices.${notice.kind}.text`} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {query.error !== null && (
        <p role="alert" className="border-t px-4 py-2 text-center text-13 text-warn">
          {problemOf(query.error).text}
        </p>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center border-t py-2">
          <Button
            variant="plain"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {text('ui.table.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** All notices of the user that are kept, by group and newest first. */
export function NoticesPage() {
  const text = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { notices } = useServices();
  const unread = useNotices((state) => state.unread) ?? 0;
  const { group } = search;
  const read = useReadNotices();
  const readAll = () => {
    const newest = notices.store.getState().latest?.[0];
    if (newest !== undefined) read({ upTo: newest.id, group });
  };
  return (
    <AccountPage current="notices">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-20 font-semibold">{text('menu.notices')}</h1>
          <Link to="/account/center/notices/settings" className={buttonClass('quiet')}>
            <Settings aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {text('bell.settings')}
          </Link>
        </div>
        <Groups search={search} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox
            checked={search.unread === true}
            onCheckedChange={(checked) =>
              void navigate({
                search: ({ unread: _, ...others }) => ({ ...others, ...(checked ? { unread: true } : {}) }),
                replace: true,
              })
            }
          >
            {text('bell.unreadOnly')}
          </Checkbox>
          <Button variant="quiet" disabled={unread === 0} onClick={readAll}>
            {text(group === undefined ? 'shell.bell.readAll' : 'bell.readGroup')}
          </Button>
        </div>
        <DaysFilter>
          {(fields) => (
            <>
              {fields}
              <div className="min-h-60 overflow-hidden rounded-base border">
                <List key={`${group} ${search.unread}`} search={search} />
              </div>
            </>
          )}
        </DaysFilter>
        <p className="text-12 text-ink-3">{text('bell.kept', { count: NOTICES_KEPT, days: NOTICE_DAYS })}</p>
      </div>
    </AccountPage>
  );
}
