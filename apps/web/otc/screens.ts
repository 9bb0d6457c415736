import { lazyPage } from '../common/lazy-page.ts';
import { CHAT_ROOMS } from '../shell/chat/rooms.ts';
import { screen } from '../shell/screen.ts';
import { otcOrdersSearch, otcSearch } from './search.ts';

/** Texts of the pages; `escrow` has those that the console shows as well. */
const ORDER_ROOMS = ['otc', 'escrow', ...CHAT_ROOMS] as const;

export const otcScreens = [
  screen({
    path: '/otc',
    component: lazyPage(() => import('./places.tsx'), 'OtcPlace'),
    messages: ['otc', 'escrow'],
    title: 'otc.title',
  }),
  screen({
    path: '/otc/common',
    search: otcSearch,
    component: lazyPage(() => import('./market-page.tsx'), 'OtcMarketPage'),
    messages: ['otc', 'escrow'],
    title: 'otc.title',
    entries: [
      { menu: 'top.trade', order: 40, id: 'otc' },
      { menu: 'footer.markets', order: 50, id: 'otc' },
    ],
  }),
  screen({
    path: '/otc/ordinary',
    search: otcSearch,
    component: lazyPage(() => import('./express-page.tsx'), 'OtcExpressPage'),
    messages: ['otc', 'escrow'],
    title: 'otc.express',
  }),
  screen({
    path: '/otc/order',
    search: otcOrdersSearch,
    component: lazyPage(() => import('./orders-page.tsx'), 'OtcOrdersPage'),
    messages: ORDER_ROOMS,
    title: 'otc.orders',
    guard: 'users',
  }),
  screen({
    path: '/merchant',
    component: lazyPage(() => import('./places.tsx'), 'MerchantPlace'),
    messages: ['otc', 'escrow'],
    title: 'menu.merchant',
  }),
  screen({
    path: '/merchant/index',
    component: lazyPage(() => import('./merchant-page.tsx'), 'MerchantPage'),
    messages: ['otc', 'escrow', 'transfer'],
    title: 'menu.merchant',
  }),
  screen({
    path: '/merchant/deal',
    search: otcOrdersSearch,
    component: lazyPage(() => import('./orders-page.tsx'), 'MerchantDealPage'),
    messages: ORDER_ROOMS,
    title: 'otc.place.deal',
    guard: 'users',
  }),
] as const;
