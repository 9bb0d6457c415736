import { Skeleton } from '@candor/ui';
import { Suspense } from 'react';
import { lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { BooksPanel } from './books-panel.tsx';
import { Hero } from './hero.tsx';
import { HotMarkets } from './hot-markets.tsx';
import { HowToJoin } from './how-to-join.tsx';

const Below = lazyPart(async () => (await import('./below.tsx')).Below, NothingLost);

/**
 * The home page: what Candor is and the proof of it, the market beside the books, how to begin, and behind a file of its
 * own the guide, the safety fund, what was counted, the tiers, and what is not there.
 */
export function HomePage() {
  return (
    <>
      <AnnouncementBar />
      <Hero />
      <div className="border-t">
        <div className="mx-auto grid w-full max-w-330 gap-x-16 gap-y-10 px-4 py-10 sm:px-5 lg:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="min-w-0">
            <HotMarkets />
          </div>
          <div className="min-w-0">
            <BooksPanel />
          </div>
        </div>
      </div>
      <HowToJoin />
      <Suspense
        fallback={
          <div className="mx-auto w-full max-w-330 px-4 py-14 sm:px-5">
            <Skeleton className="h-140 w-full" />
          </div>
        }
      >
        <Below />
      </Suspense>
    </>
  );
}
