import { loneLinkClass } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { TierTable } from '../common/tier-table.tsx';
import { useSignedIn } from '../data/index.ts';

/** The account tiers on the home page. */
export function HomeTiers() {
  const signedIn = useSignedIn();
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="text-20 font-semibold">
        <FormattedMessage id="tiers.title" />
      </h2>
      <p className="max-w-180 text-14 text-ink-2">
        <FormattedMessage id="tiers.text" />
      </p>
      <TierTable />
      {signedIn && (
        <p className="text-14">
          <Link to="/account/center/info" className={loneLinkClass}>
            <FormattedMessage id="tiers.toOwn" />
          </Link>
        </p>
      )}
    </section>
  );
}
