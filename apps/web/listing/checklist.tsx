import { LISTING_REVIEW_DAYS, listingChecks } from '@candor/api';
import { useText } from '@candor/ui';
import { SupportLink } from '../shell/support-link.tsx';

/** No fee, ever: it stands above all else. */
export function NoFee() {
  const text = useText();
  return (
    <section className="flex flex-col gap-1 border-s-4 border-accent ps-4">
      <h2 className="text-16 font-semibold">{text('listing.fee.title')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('listing.fee.text')}</p>
      <SupportLink about="listing.fee.text" />
    </section>
  );
}

/** The published checklist, with the words that reviewers read, and what an acceptance means. */
export function PublishedChecklist() {
  const text = useText();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('listing.checklist')}</h2>
      <p className="text-14 text-ink-2">{text('listing.checklist.text')}</p>
      <ol className="flex list-decimal flex-col gap-2 border-y py-4 ps-6 text-14">
        {listingChecks.map((check) => (
          <li key={check} className="ps-1">
            {text(`review.check.listing.${check}`)}
          </li>
        ))}
      </ol>
      <p className="text-14 text-ink-2">{text('listing.time', { days: LISTING_REVIEW_DAYS })}</p>
      <p className="text-14 text-ink-2">{text('listing.noListing')}</p>
    </section>
  );
}
