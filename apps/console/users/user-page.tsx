import { lookReasons, type OperatorUser } from '@candor/api';
import {
  Button,
  ErrorState,
  Select,
  SkeletonText,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import type { TableSearch } from '../shell/table-search.ts';
import { AccessPart } from './access-part.tsx';
import { NotesPart } from './notes-part.tsx';
import { OverviewPart } from './overview-part.tsx';
import { BillsTable, DepositsTable, WithdrawalsTable } from './record-tables.tsx';
import { userTabs } from './search.ts';
import { Timeline } from './timeline.tsx';

interface UserPageProps {
  readonly userId: string;
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
}

/** One user. Nothing is fetched before the operator says why: the user reads it. */
export function UserPage({ userId, search, onShow }: UserPageProps) {
  const text = useText();
  const { why } = search;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{text('console.users.one', { user: userId })}</h2>
        <Button variant="plain" size="small" onClick={() => onShow({})}>
          {text('console.users.back')}
        </Button>
      </div>
      {why === undefined ? (
        <Why onChosen={(reason) => onShow({ ...search, why: reason })} />
      ) : (
        <Profile userId={userId} why={why} search={search} onShow={onShow} />
      )}
    </div>
  );
}

function Why({ onChosen }: { readonly onChosen: (why: string) => void }) {
  const text = useText();
  const [why, setWhy] = useState('');
  const [isAsked, setAsked] = useState(false);
  return (
    <form
      className="flex max-w-140 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (why === '') setAsked(true);
        else onChosen(why);
      }}
    >
      <p className="text-14 text-ink-2">{text('console.users.why.about')}</p>
      <Select
        label={text('console.users.why')}
        value={why}
        onValueChange={setWhy}
        placeholder={text('console.users.why.choose')}
        error={isAsked && why === '' ? text('console.users.why.choose') : null}
        options={lookReasons.map((value) => ({ value, label: text(`review.reason.look.${value}`) }))}
      />
      <Button type="submit" className="self-start">
        {text('console.users.open')}
      </Button>
    </form>
  );
}

/** The part of the address that is the timeline's. */
function timelineOf({ user: _, why: __, tab: ___, ...view }: TableSearch): TableSearch {
  return view;
}

interface ProfileProps extends UserPageProps {
  readonly why: string;
}

function Profile({ userId, why, search, onShow }: ProfileProps) {
  const text = useText();
  const problemOf = useProblem();
  const { client } = useConsole();
  const query = useQuery<OperatorUser>({
    queryKey: ['users', 'one', userId, why],
    queryFn: () => client.call('getOperatorUser', { params: { userId }, query: { why: why as never } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tab = search.tab ?? 'overview';
  const { data, error } = query;
  if (data === undefined) {
    if (error === null) return <SkeletonText lines={8} />;
    return (
      <ErrorState
        title={text('console.users.failed')}
        text={problemOf(error).text}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => onShow({ user: userId, why, ...(next === 'overview' ? {} : { tab: next }) })}
      className="flex flex-col gap-6"
    >
      <TabList label={text('console.users.parts')}>
        {userTabs.map((each) => (
          <Tab key={each} value={each}>
            {text(`console.users.tab.${each}`)}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="overview">
        <OverviewPart user={data} />
      </TabPanel>
      <TabPanel value="timeline">
        <Timeline
          userId={userId}
          why={why}
          search={timelineOf(search)}
          onShow={(next) => onShow({ ...timelineOf(next), user: userId, why, tab: 'timeline' })}
        />
      </TabPanel>
      <TabPanel value="bills">
        <OfUser userId={userId} Table={BillsTable} />
      </TabPanel>
      <TabPanel value="deposits">
        <OfUser userId={userId} Table={DepositsTable} />
      </TabPanel>
      <TabPanel value="withdrawals">
        <OfUser userId={userId} Table={WithdrawalsTable} />
      </TabPanel>
      <TabPanel value="access">
        <AccessPart user={data} onEnded={() => void query.refetch()} />
      </TabPanel>
      <TabPanel value="notes">
        <NotesPart user={data} onWritten={() => void query.refetch()} />
      </TabPanel>
    </Tabs>
  );
}

/** A list of one user's records; its filters are of this page alone. */
function OfUser({ userId, Table }: { readonly userId: string; readonly Table: typeof BillsTable }) {
  const [search, setSearch] = useState<TableSearch>({});
  return <Table search={search} onShow={setSearch} fixed={{ userId }} />;
}
