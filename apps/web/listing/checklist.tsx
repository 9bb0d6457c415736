import { LISTING_REVIEW_DAYS, listingChecks } from '@candor/api';
import { buttonClass, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { LoginLink } from '../shell/login-link.tsx';
import { SupportLink } from '../shell/support-link.tsx';

/** No fee, ever: it stands above all else. */
export function NoFee() {
  const text = useText();
  return (
    <section className="flex flex-col gap-1 border-s-4 border-accent ps-4">
      <h2 className="text-16 font-semibold">{text('listing.fee.title')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('listing.fee.text')}</p>
      <div className="-ms-2 flex touch:-ms-3">
        <SupportLink about="listing.fee.text" />
      </div>
    </section>
  );
}

/** The published checklist, with the words that reviewers read. */
export function PublishedChecklist({ children }: { readonly children?: ReactNode }) {
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
      {children}
    </section>
  );
}

/** The time that a decision takes, and what an acceptance means. */
export function ReviewTerms() {
  const text = useText();
  return (
    <>
      <p className="text-14 text-ink-2">{text('listing.time', { days: LISTING_REVIEW_DAYS })}</p>
      <p className="text-14 text-ink-2">{text('listing.noListing')}</p>
    </>
  );
}

const PARTS = [
  'listing.part.project',
  'listing.part.token',
  'listing.audits',
  'listing.part.people',
  'listing.links',
  'listing.files',
] as const;

/** Parts of an application and what comes of it, for visitors; they log in to fill it in. */
export function BeforeApplying() {
  const text = useText();
  return (
    <section className="flex min-w-0 flex-col items-start gap-3 lg:order-last">
      <h2 className="text-20 font-semibold">{text('listing.parts')}</h2>
      <ul className="flex list-disc flex-col gap-2 ps-6 text-14">
        {PARTS.map((part) => (
          <li key={part} className="ps-1">
            {text(part)}
          </li>
        ))}
      </ul>
      <LoginLink className={`${buttonClass('primary', 'large')} my-2`}>{text('listing.login')}</LoginLink>
      <ReviewTerms />
    </section>
  );
}
