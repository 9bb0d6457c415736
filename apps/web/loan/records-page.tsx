import { loneLinkClass, Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Eye } from '../common/eye.tsx';
import { DaysFilter } from '../records/days-filter.tsx';
import { LoansFile } from './files.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordsTable } from './records-table.tsx';
import { type LoanRecordsSearch, loanStatuses } from './search.ts';

const route = getRouteApi('/shell/loan/order');
const ALL = 'all';
const VIEWS = [ALL, ...loanStatuses] as const;
const pageClass = 'mx-auto flex w-full max-w-330 flex-col gap-6 px-4 pt-8 pb-20 sm:px-5 lg:pt-12';

/** The user's loans; the address holds the status, the days, and the one that is shown. */
export function LoanRecordsPage() {
  const { id } = route.useSearch();
  return id === undefined ? (
    <Records />
  ) : (
    <div className={pageClass}>
      <RecordDetail id={id} />
    </div>
  );
}

function Records() {
  const text = useText();
  const search = route.useSearch();
  const { status } = search;
  const navigate = route.useNavigate();
  const show = (view: (typeof VIEWS)[number]) => {
    const { status: _, ...days } = search;
    const next: LoanRecordsSearch = view === ALL ? days : { ...days, status: view };
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  return (
    <div className={pageClass}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <span className="flex items-center gap-2">
          <h1 className="text-28 font-semibold">{text('loan.records')}</h1>
          <Eye />
        </span>
        <Link to="/loan/index" className={`${loneLinkClass} text-14`}>
          {text('loan.toProducts')}
        </Link>
      </header>
      <DaysFilter>
        {(fields) => (
          <Tabs value={status ?? ALL} onValueChange={show} className="flex flex-col gap-4">
            <TabList label={text('loan.status')}>
              {VIEWS.map((view) => (
                <Tab key={view} value={view}>
                  {text(`loan.status.${view}`)}
                </Tab>
              ))}
            </TabList>
            <div className="flex flex-wrap items-end justify-between gap-3">
              {fields}
              <LoansFile status={status} />
            </div>
            {VIEWS.map((view) => (
              <TabPanel key={view} value={view}>
                <RecordsTable status={view === ALL ? undefined : view} />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </DaysFilter>
    </div>
  );
}
