import { Loaded, loneLinkClass, SkeletonText, useText } from '@candor/ui';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useSignedIn, useUser } from '../data/index.ts';
import { BeforeApplying, NoFee, PublishedChecklist, ReviewTerms } from './checklist.tsx';
import { ListingFormView } from './form.tsx';
import { useListing } from './use-listings.ts';

const route = getRouteApi('/shell/listing/apply');

/** The application for the listing of a token: what is checked, for everybody, and the form for users. */
export function ListingApplyPage() {
  const text = useText();
  const signedIn = useSignedIn();
  const userId = useUser()?.userId;
  const { id } = route.useSearch();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-8 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <div className="flex flex-col gap-1">
          <h1 className="text-28 font-semibold">{text('listing.title')}</h1>
          <p className="text-14 text-ink-2">{text('listing.line')}</p>
        </div>
        {signedIn && (
          <Link to="/listing/applications" className={`${loneLinkClass} text-14`}>
            {text('listing.list')}
          </Link>
        )}
      </header>
      <NoFee />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {signedIn ? (
          <>
            <Form key={`${userId} ${id ?? 'new'}`} id={id} />
            <div className="lg:sticky lg:top-20 lg:self-start">
              <PublishedChecklist>
                <ReviewTerms />
              </PublishedChecklist>
            </div>
          </>
        ) : (
          <>
            <BeforeApplying />
            <PublishedChecklist />
          </>
        )}
      </div>
    </div>
  );
}

function Form({ id }: { readonly id: number | undefined }) {
  const text = useText();
  const query = useListing(id, false);
  if (id === undefined) return <ListingFormView application={null} />;
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('listing.failed')}
      skeleton={<SkeletonText lines={12} />}
    >
      {(application) =>
        application.state === 'draft' || application.state === 'asked' ? (
          <ListingFormView application={application} />
        ) : (
          <Navigate to="/listing/applications" search={{ id: application.id }} replace />
        )
      }
    </Loaded>
  );
}
