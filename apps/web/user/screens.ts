import { lazyRouteComponent } from '@tanstack/react-router';
import { returnSearch } from '../common/own-path.ts';
import { screen } from '../shell/screen.ts';
import { registerSearch } from './search.ts';

export const userScreens = [
  screen({
    path: '/user/login',
    search: returnSearch,
    component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
    messages: ['user'],
    title: 'user.login.title',
    guard: 'visitors',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
  screen({
    path: '/user/register',
    search: registerSearch,
    component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
    messages: ['user'],
    title: 'user.register.title',
    guard: 'visitors',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
  screen({
    path: '/user/reset',
    component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
    messages: ['user'],
    title: 'user.reset.title',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
  screen({
    path: '/user/recover',
    component: lazyRouteComponent(() => import('./recover-page.tsx'), 'RecoverPage'),
    messages: ['user', 'recover', 'kyc', 'review'],
    title: 'recover.title',
    hides: ['topBar', 'footer', 'bottomBar'],
  }),
] as const;
