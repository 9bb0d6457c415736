import { lazyPage } from '../common/lazy-page.ts';
import { returnSearch } from '../common/own-path.ts';
import { daysSearch } from '../records/record-search.ts';
import { screen } from '../shell/screen.ts';
import { userSearch } from './search.ts';

const securityPage = {
  component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage'),
  messages: ['account', 'user'],
  title: 'menu.security',
  guard: 'users',
} as const;

export const accountScreens = [
  screen({
    path: '/account/center/info',
    component: lazyPage(() => import('./info-page.tsx'), 'InfoPage'),
    messages: ['account', 'tiers', 'features', 'assets'],
    title: 'menu.account',
    guard: 'users',
    entries: [{ menu: 'account', order: 10, id: 'account' }],
  }),
  screen({
    path: '/account/center/security',
    search: daysSearch,
    ...securityPage,
    entries: [{ menu: 'account', order: 20, id: 'security' }],
  }),
  screen({
    path: '/account/center/security/setting/$setting',
    ...securityPage,
    component: lazyPage(() => import('./setting-page.tsx'), 'SettingPage'),
  }),
  screen({
    path: '/account/center/security/setup',
    search: returnSearch,
    component: lazyPage(() => import('./setup/setup-page.tsx'), 'SetUpPage'),
    messages: ['account', 'user'],
    title: 'account.setup.title',
    guard: 'users',
  }),
  screen({
    path: '/account/center/device-management',
    search: daysSearch,
    component: lazyPage(() => import('./devices-page.tsx'), 'DevicesPage'),
    messages: ['account'],
    title: 'menu.devices',
    guard: 'users',
    entries: [{ menu: 'account', order: 22, id: 'devices' }],
  }),
  screen({
    path: '/account/center',
    component: lazyPage(() => import('./places.tsx'), 'AccountCentre'),
    messages: [],
    title: 'menu.account',
    guard: 'users',
  }),
  screen({
    path: '/account/center/reward-center',
    search: daysSearch,
    component: lazyPage(() => import('./rewards/rewards-page.tsx'), 'RewardsPage'),
    messages: ['rewards'],
    title: 'menu.rewards',
    guard: 'users',
    entries: [{ menu: 'account', order: 37, id: 'rewards' }],
  }),
  screen({
    path: '/account/center/merchant',
    component: lazyPage(() => import('./places.tsx'), 'MerchantPage'),
    messages: ['account'],
    title: 'menu.merchant',
    guard: 'users',
    entries: [{ menu: 'account', order: 40, id: 'merchant', forMerchants: true }],
  }),
  screen({
    path: '/account/center/contractAgents/agentManagement',
    search: daysSearch,
    component: lazyPage(() => import('./rewards/rewards-page.tsx'), 'TeamPage'),
    messages: ['rewards'],
    title: 'menu.team',
    guard: 'users',
    entries: [{ menu: 'account', order: 45, id: 'team' }],
  }),
  screen({
    path: '/account/center/activity',
    search: daysSearch,
    component: lazyPage(() => import('./activity-page.tsx'), 'ActivityPage'),
    messages: ['touches', 'review'],
    title: 'menu.activity',
    guard: 'users',
    entries: [{ menu: 'account', order: 27, id: 'activity' }],
  }),
  screen({
    path: '/account/center/data',
    component: lazyPage(() => import('./mydata/my-data-page.tsx'), 'MyDataPage'),
    messages: ['mydata'],
    title: 'mydata.title',
    guard: 'users',
    entries: [{ menu: 'account', order: 35, id: 'mydata' }],
  }),
  screen({
    path: '/account/center/kyc',
    component: lazyPage(() => import('./kyc/kyc-page.tsx'), 'KycPage'),
    messages: ['kyc', 'review'],
    title: 'menu.verification',
    guard: 'users',
    entries: [{ menu: 'account', order: 30, id: 'verification' }],
  }),
  screen({
    path: '/user/index',
    search: userSearch,
    component: lazyPage(() => import('./user-centre-page.tsx'), 'UserCentrePage'),
    messages: ['kyc', 'bank', 'account', 'review', 'terms'],
    title: ({ key = 'all' }) => (key === 'termsService' ? 'menu.terms' : `kyc.panel.${key}`),
    guard: ({ key }) => (key === 'termsService' ? null : 'users'),
    entries: [
      { menu: 'account', order: 32, id: 'bank', search: { key: 'bank' } },
      {
        menu: 'footer.company',
        order: 40,
        id: 'terms',
        search: { key: 'termsService' },
      },
    ],
  }),
  screen({
    path: '/user/freeze',
    component: lazyPage(() => import('./freeze-page.tsx'), 'FreezePage'),
    messages: ['account'],
    title: 'account.freeze.title',
    hides: ['footer', 'bottomBar'],
  }),
] as const;
