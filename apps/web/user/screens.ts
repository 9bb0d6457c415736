import { lazyPage } from '../common/lazy-page.ts';
import { returnSearch } from '../common/own-path.ts';
import { screen } from '../shell/screen.ts';
import { registerSearch } from './search.ts';

export const userScreens = [
  screen({
    path: '/user/login',
    search: returnSearch,
    component: lazyPage(() => import('./login-page.tsx'), 'LoginPage'),
    messages: ['user'],
    title: 'user.login.title',
    guard: 'visitors',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
  screen({
    path: '/user/register',
    search: registerSearch,
    component: lazyPage(() => import('./register-page.tsx'), 'RegisterPage'),
    messages: ['user', 'home'],
    title: 'user.register.title',
    guard: 'visitors',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
  screen({
    path: '/user/reset',
    component: lazyPage(() => import('./reset-page.tsx'), 'ResetPage'),
    messages: ['user'],
    title: 'user.reset.title',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
  screen({
    path: '/user/recover',
    component: lazyPage(() => import('./recover-page.tsx'), 'RecoverPage'),
    messages: ['user', 'recover', 'kyc', 'review'],
    title: 'recover.title',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
] as const;
