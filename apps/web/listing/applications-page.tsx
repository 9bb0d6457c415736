import type { ListingSummary } from '@candor/api';
import { buttonClass, DataTable, rowLinkClass, useFormatters, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { DaysFilter } from '../records/days-filter.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import { NoFee } from './checklist.tsx';
import { ListingDetail } from './detail.tsx';
import { StateBadge } from './state.tsx';
import { useListings } from './use-listings.ts';

const route = getRouteApi('/shell/listing/applications');

/** The user's applications, or the one that the address names. */
export function ListingApplicationsPage() {
  const text = useText();
  const { id } = route.useSearch();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-8 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      {id === undefined ? (
        <>
          <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <h1 className="text-28 font-semibold">{text('listing.titleOwn')}</h1>
            <Link to="/listing/apply" className={buttonClass('primary')}>
              {text('listing.new')}
            </Link>
          </header>
          <DaysFilter>
            {(fields) => (
              <div className="flex flex-col gap-4">
                {fields}
                <Rows />
              </div>
            )}
          </DaysFilter>
          <NoFee />
        </>
      ) : (
        <ListingDetail id={id} />
      )}
    </div>
  );
}

function Rows() {
  const text = useText();
  const format = useFormatters();
  const { query, rows } = useListings();
  const empty = useEmptyWords(text('listing.none'));
  return (
    <DataTable<ListingSummary>
      label={text('listing.titleOwn')}
      density="roomy"
      pressable
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      failedTitle={text('listing.failed')}
      {...empty}
      emptyAction={
        <Link to="/listing/apply" className={buttonClass('quiet')}>
          {text('listing.new')}
        </Link>
      }
      columns={[
        {
          head: 'review.fact.listing.project',
          card: 'title',
          cell: ({ id, project }) => (
            <Link
              to="/listing/applications"
              search={(before: object) => ({ ...before, id })}
              className={rowLinkClass}
            >
              {project === '' ? text('listing.number', { id }) : <bdi>{project}</bdi>}
              <span className="sr-only">{text('listing.number', { id })}</span>
            </Link>
          ),
        },
        { head: 'review.fact.listing.symbol', quiet: true, cell: ({ symbol }) => symbol || '–' },
        {
          head: 'review.fact.listing.submitted',
          kind: 'time',
          cell: ({ sendTime }) => (sendTime === null ? '–' : format.dateTime(sendTime)),
        },
        { head: 'listing.state', card: 'corner', cell: ({ state }) => <StateBadge state={state} /> },
      ]}
    />
  );
}
