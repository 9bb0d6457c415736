import { lazyPage } from '../common/lazy-page.ts';
import { screen } from '../shell/screen.ts';
import { announcementSearch, helpSearch } from './search.ts';

export const articleScreens = [
  screen({
    path: '/article/main/index',
    search: helpSearch,
    component: lazyPage(() => import('./index-page.tsx'), 'IndexPage'),
    messages: ['articles'],
    title: 'menu.help',
    entries: [{ menu: 'footer.company', order: 5, id: 'help' }],
  }),
  screen({
    path: '/article/main/announcements',
    search: announcementSearch,
    component: lazyPage(() => import('./announcements-page.tsx'), 'AnnouncementsPage'),
    messages: ['articles'],
    title: 'menu.announcements',
    entries: [{ menu: 'footer.company', order: 7, id: 'announcements' }],
  }),
  screen({
    path: '/article/main/categories/$id',
    component: lazyPage(() => import('./branch-page.tsx'), 'CategoryPage'),
    messages: ['articles'],
    title: null,
  }),
  screen({
    path: '/article/main/sections/$id',
    component: lazyPage(() => import('./branch-page.tsx'), 'SectionPage'),
    messages: ['articles'],
    title: null,
  }),
  screen({
    path: '/article/main/content/$type/$id',
    component: lazyPage(() => import('./article-page.tsx'), 'ArticlePage'),
    messages: ['articles'],
    title: null,
  }),
] as const;
