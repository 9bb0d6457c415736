import { Skeleton } from '@candor/ui';
import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { BooksPanel } from './books-panel.tsx';
import { Costs } from './costs.tsx';
import { HotMarkets } from './hot-markets.tsx';
import { HowToJoin } from './how-to-join.tsx';
import { WhatIsOpen } from './what-is-open.tsx';

const HomeTiers = lazyPart(async () => (await import('./tiers.tsx')).HomeTiers, NothingLost);

/** The home page: the market at once, the books beside it, then how to begin, what it costs, what is open, and the account tiers. */
export function HomePage() {
  return (
    <>
      <div className="mx-auto grid w-full max-w-330 gap-x-16 gap-y-10 px-4 pt-8 pb-12 sm:px-5 lg:grid-cols-[minmax(0,1fr)_25rem] lg:pt-12">
        <div className="flex min-w-0 flex-col">
          <h1 className="text-28 font-semibold text-balance sm:text-44">
            <FormattedMessage id="home.heading" />
          </h1>
          <p className="max-w-150 pt-3 text-16 text-ink-2">
            <FormattedMessage id="home.line" />
          </p>
          <div className="pt-6">
            <HotMarkets />
          </div>
        </div>
        <div className="min-w-0 lg:pt-2">
          <BooksPanel />
        </div>
      </div>
      <HowToJoin />
      <div className="mx-auto grid w-full max-w-330 gap-x-16 gap-y-12 px-4 py-14 sm:px-5 lg:grid-cols-2">
        <Costs />
        <WhatIsOpen />
      </div>
      <div className="border-t">
        <div className="mx-auto w-full max-w-330 px-4 py-14 sm:px-5">
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <HomeTiers />
          </Suspense>
        </div>
      </div>
    </>
  );
}
