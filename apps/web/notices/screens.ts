import { lazyPage } from '../common/lazy-page.ts';
import { NOTICE_ROOMS } from '../shell/notice-words.ts';
import { screen } from '../shell/screen.ts';
import { noticesSearch } from './search.ts';

export const noticeScreens = [
  screen({
    path: '/account/center/notices',
    search: noticesSearch,
    component: lazyPage(() => import('./notices-page.tsx'), 'NoticesPage'),
    messages: NOTICE_ROOMS,
    title: 'menu.notices',
    guard: 'users',
    entries: [{ menu: 'account', order: 12, id: 'notices' }],
  }),
  screen({
    path: '/account/center/notices/settings',
    component: lazyPage(() => import('./settings-page.tsx'), 'NoticeSettingsPage'),
    messages: NOTICE_ROOMS,
    title: 'bell.settings.title',
    guard: 'users',
  }),
] as const;
