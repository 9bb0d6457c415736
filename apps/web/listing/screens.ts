import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { listingSearch, listingsSearch } from './search.ts';

/** `review` has the checklist, as the console shows it. */
const ROOMS = ['listing', 'review'] as const;

export const listingScreens = [
  screen({
    path: '/listing/apply',
    search: listingSearch,
    component: lazyPage(() => import('./apply-page.tsx'), 'ListingApplyPage'),
    messages: ROOMS,
    title: 'listing.title',
    entries: [{ menu: 'footer.company', order: 60, id: 'listing' }],
  }),
  screen({
    path: '/listing/applications',
    search: listingsSearch,
    component: lazyPage(() => import('./applications-page.tsx'), 'ListingApplicationsPage'),
    messages: ROOMS,
    title: 'listing.titleOwn',
    guard: 'users',
  }),
] as const;
