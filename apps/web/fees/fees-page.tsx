import { linkClass, Skeleton } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import { FeeTierTable, type TierRate } from '../common/fee-tier-table.tsx';
import { useFeeTiers, useSignedIn } from '../data/index.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { AnnouncedChanges } from './announced-changes.tsx';
import { FeeNotes } from './fee-notes.tsx';
import { OwnTier } from './own-tier.tsx';

const RATES: readonly TierRate[] = [
  { head: 'fees.spotMaker', of: ({ makerPercent }) => makerPercent },
  { head: 'fees.spotTaker', of: ({ takerPercent }) => takerPercent },
  { head: 'fees.contractMaker', of: ({ perpetualMakerPercent }) => perpetualMakerPercent },
  { head: 'fees.contractTaker', of: ({ perpetualTakerPercent }) => perpetualTakerPercent },
];

/** The costs of trading: the one table for all, where the user stands in it, and where a fee goes. */
export function FeesPage() {
  const signedIn = useSignedIn();
  const query = useFeeTiers();
  const { data } = query;
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-10 px-4 pt-8 pb-16 sm:px-5 lg:pt-12">
      <header>
        <h1 className="text-28 font-semibold">
          <FormattedMessage id="fees.title" />
        </h1>
        <p className="max-w-180 pt-2 text-16 text-ink-2">
          <FormattedMessage id="fees.line" />
        </p>
      </header>
      {signedIn && data !== undefined && <OwnTier data={data} />}
      {/* the table below says it where they can't be loaded */}
      {signedIn && query.isPending && <Skeleton className="h-28 w-full" />}
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">
          <FormattedMessage id="fees.tiers" />
        </h2>
        <FeeTierTable data={data} query={query} rates={RATES} />
        <p className="max-w-180 text-13 text-ink-3">
          <FormattedMessage id="fees.volumeRule" />
        </p>
        {!signedIn && (
          <p className="text-14">
            <FormattedMessage
              id="fees.loginToSee"
              values={{
                link: (words) => (
                  <LoginLink key="login" className={linkClass}>
                    {words}
                  </LoginLink>
                ),
              }}
            />
          </p>
        )}
      </section>
      <AnnouncedChanges />
      <FeeNotes />
    </div>
  );
}
