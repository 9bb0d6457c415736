import { Link } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { accountEntries } from '../shell/account-entries.ts';
import type { MenuEntry } from '../shell/plan.ts';
import { redirectOf } from '../shell/redirects.ts';
import type { MenuName } from '../shell/screen.ts';
import type {} from './router.tsx';
import { plan, screens } from './screens.ts';

function line({ id, path, search, open }: MenuEntry): string {
  const query = search === undefined ? '' : `?${new URLSearchParams(search)}`;
  return `${id} ${path}${query}${open ? '' : ' closed'}`;
}

const lines = (entries: readonly MenuEntry[]): readonly string[] =>
  entries.flatMap((entry) => [line(entry), ...(entry.children ?? []).map((child) => `- ${line(child)}`)]);

const menus: Readonly<Partial<Record<MenuName, readonly string[]>>> = {
  top: [
    'home /home/index',
    'market /quotes/index',
    'trade /trade/index?type=spot',
    '- spot /trade/index?type=spot',
    '- flash /trade/index?type=sec',
    '- contracts /trade/index?type=usta',
    '- otc /otc/common',
    'defi /defis/index',
    'staking /pledge/index',
    'power /loan/index',
    'rules /rule/index',
    'finance /finance/investment',
  ],
  assets: [
    'assets /assets/index?key=overview',
    'assetsFinance /assets/index?key=finance',
    'assetsContracts /assets/index?key=agreement',
    'recharge /assets/index?key=recharge',
    'withdraw /assets/index?key=withdraw',
    'swap /assets/index?key=swap',
    'transfer /assets/index?key=transfer',
    'orders /assets/index?key=tradeOrder',
    'records /assets/index?key=records',
  ],
  account: [
    'account /account/center/info',
    'notices /account/center/notices',
    'alerts /account/center/alerts',
    'security /account/center/security',
    'devices /account/center/device-management',
    'apiKeys /account/center/api-keys',
    'activity /account/center/activity',
    'verification /account/center/kyc',
    'bank /user/index?key=bank',
    'mydata /account/center/data',
    'rewards /account/center/reward-center',
    'merchant /account/center/merchant',
    'team /account/center/contractAgents/agentManagement',
  ],
  bottom: [
    'home /home/index',
    'market /quotes/index',
    'spot /trade/index?type=spot',
    'assets /assets/index?key=overview',
  ],
  'footer.markets': [
    'market /quotes/index',
    'spot /trade/index?type=spot&symbol=btc',
    'flash /trade/index?type=sec',
    'contracts /trade/index?type=usta',
    'otc /otc/common',
  ],
  'footer.flash': [
    'flashBtc /trade/index?type=sec&symbol=btc',
    'flashEth /trade/index?type=sec&symbol=eth',
    'flashBnb /trade/index?type=sec&symbol=bnb',
  ],
  'footer.earn': [
    'staking /pledge/index',
    'defi /defis/index',
    'finance /finance/investment',
    'power /loan/index',
  ],
  'footer.company': [
    'help /article/main/index',
    'announcements /article/main/announcements',
    'deposit /assets/index?key=recharge',
    'fees /rate/index',
    'rules /rule/index',
    'terms /user/index?key=termsService',
    'listing /listing/apply',
  ],
};

describe('the menus', () => {
  it.each(Object.entries(menus))('%s leads where the product says', (name, expected) => {
    expect(lines(plan.menu(name as MenuName))).toEqual(expected);
  });

  it('show the merchant entry to merchants alone', () => {
    const ids = (is_merchant: 1 | 2) => accountEntries(plan, { is_merchant }).map(({ id }) => id);
    const own = [
      'account',
      'notices',
      'alerts',
      'security',
      'devices',
      'apiKeys',
      'activity',
      'verification',
      'bank',
      'mydata',
      'rewards',
    ];
    expect(ids(2)).toEqual([...own, 'merchant', 'team']);
    expect(ids(1)).toEqual([...own, 'team']);
    expect(accountEntries(plan, null).map(({ id }) => id)).not.toContain('merchant');
  });
});

/** Each address of the product with the parts of the shell that it goes without, and its title. */
const addresses: readonly (readonly [string, string, string | null])[] = [
  ['/home/index', '', 'home.title'],
  ['/quotes/index', '', 'quotes.title'],
  ['/trade/index', 'footer bottomBar', null],
  ['/rate/index', '', 'fees.title'],
  ['/assets/index', '', 'menu.assets'],
  ['/account/wallet/deposit', '', 'menu.recharge'],
  ['/account/wallet/history-deposit', '', 'deposit.history'],
  ['/account/wallet/withdrawal', '', 'menu.withdraw'],
  ['/account/wallet/history-withdrawal', '', 'withdraw.history'],
  ['/account/center/security', '', 'menu.security'],
  ['/account/center/security/setting/google', '', 'menu.security'],
  ['/account/center/device-management', '', 'menu.devices'],
  ['/account/center/reward-center', '', 'menu.rewards'],
  ['/account/center/merchant', '', 'menu.merchant'],
  ['/account/center/contractAgents/agentManagement', '', 'menu.team'],
  ['/account/center/api-keys', '', 'menu.apiKeys'],
  ['/user/freeze', 'footer bottomBar', 'account.freeze.title'],
  ['/user/login', 'topBar footer bottomBar', 'user.login.title'],
  ['/user/register', 'topBar footer bottomBar', 'user.register.title'],
  ['/user/reset', 'topBar footer bottomBar', 'user.reset.title'],
  ['/user/recover', 'topBar footer bottomBar', 'recover.title'],
  ['/user/chat', '', 'chat.linked.title'],
  ['/user/index', '', 'kyc.panel.all'],
  ['/account/center/activity', '', 'menu.activity'],
  ['/account/center/data', '', 'mydata.title'],
  ['/account/center/notices', '', 'menu.notices'],
  ['/account/center/notices/settings', '', 'bell.settings.title'],
  ['/account/center/alerts', '', 'menu.alerts'],
  ['/market/main', '', 'quotes.overview'],
  ['/listing/apply', '', 'listing.title'],
  ['/listing/applications', '', 'listing.titleOwn'],
  ['/loan/index', '', 'loan.title'],
  ['/loan/order', '', 'loan.records'],
  ['/defis/index', 'footer', 'defi.title'],
  ['/defis/details', 'footer', 'defi.node'],
  ['/pledge/index', 'footer', 'staking.title'],
  ['/pledge/add', 'footer', 'staking.add.title'],
  ['/pledge/order', 'footer', 'staking.orders'],
  ['/rule/index', '', 'menu.rules'],
  ['/article/main', '', 'shell.closed.title'],
  ['/article/main/index', '', 'menu.help'],
  ['/article/main/content/help/2', '', null],
  ['/account/center', '', 'menu.account'],
  ['/account/center/unknown', '', 'shell.closed.title'],
  ['/account/center/info', '', 'menu.account'],
  ['/account/center/kyc', '', 'menu.verification'],
  ['/account/wallet/bills', '', 'menu.records'],
  ['/account/entrust/spot', '', 'menu.orders'],
  ['/account/entrust/future/u', '', 'menu.orders'],
  ['/account/entrust/future/coin', '', 'trade.coinMargined.title'],
  ['/exchange/index', 'bottomBar', 'trade.exchange'],
  ['/exchange/full-screen/BTC_USDT', 'topBar footer bottomBar', 'trade.exchange'],
  ['/exchange/full-contract/BTC_USDT', 'topBar footer bottomBar', 'trade.exchange'],
  ['/otc', '', 'otc.title'],
  ['/otc/common', '', 'otc.title'],
  ['/otc/order', '', 'otc.orders'],
  ['/otc/ordinary', '', 'otc.express'],
  ['/merchant', '', 'menu.merchant'],
  ['/merchant/index', '', 'menu.merchant'],
  ['/merchant/deal', '', 'otc.place.deal'],
  ['/finance', '', 'shell.closed.title'],
  ['/finance/investment', '', 'finance.title'],
  ['/finance/detail', 'footer', 'finance.add.title'],
];

describe('an address', () => {
  it.each(addresses)('%s hides "%s" and is titled %s', (path, hidden, title) => {
    expect(plan.screenAt(path)).not.toBeNull();
    const parts = ['topBar', 'footer', 'bottomBar'] as const;
    expect(parts.filter((part) => !plan.shows(part, path)).join(' ')).toBe(hidden);
    expect(plan.titleAt(path, {})).toBe(title);
  });

  it('titles the assets page by its panel', () => {
    const titles = ['overview', 'transfer', 'records', 'withdraw', 'finance', 'agreement', 'tradeOrder'].map(
      (key) => plan.titleAt('/assets/index', { key }),
    );
    expect(titles).toEqual([
      'menu.assets',
      'menu.transfer',
      'menu.records',
      'menu.withdraw',
      'menu.assetsFinance',
      'menu.assetsContracts',
      'menu.orders',
    ]);
  });

  it('above open pages leads to one of them, so that no parent of theirs says that it is not open', () => {
    const open = screens.map(({ path }): string => path);
    const parents = open.flatMap((path) => {
      const parts = path.split('/').slice(1, -1);
      return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`);
    });
    for (const parent of new Set(parents)) {
      if (open.includes(parent)) continue;
      const to = redirectOf(parent, plan)?.to;
      expect(to, parent).toBeDefined();
      expect([...open, '/home/index'], parent).toContain(to);
    }
    const led = ['/account/wallet', '/account/wallet/', '/account/entrust', '/account/entrust/future'];
    expect(led.map((path) => redirectOf(path, plan)?.to)).toEqual([
      '/account/wallet/assets',
      '/account/wallet/assets',
      '/account/entrust/spot',
      '/account/entrust/future/u',
    ]);
    expect(redirectOf('/account/center/security/setting', plan)?.to).toBe('/account/center/security');
    expect(redirectOf('/account/center/contractAgents', plan)?.to).toBe(
      '/account/center/contractAgents/agentManagement',
    );
    expect(redirectOf('/finance', plan)?.to).toBe('/finance/investment');
    for (const closed of ['/account/entrust/unknown', '/account/center/unknown'])
      expect(redirectOf(closed, plan), closed).toBeNull();
  });

  it('is unknown where no screen says it', () => {
    for (const path of ['/', '/home', '/trade', '/trader', '/defis/other', '/article', '/finance/other'])
      expect(plan.screenAt(path), path).toBeNull();
  });

  it('of nothing that a menu lists names no product', () => {
    expect(plan.closedEntryAt('/otc/common', {})).toBeNull();
  });
});

it('types the links to every screen', () => {
  const links = [
    <Link key="typed" to="/trade/index" search={{ type: 'sec', symbol: 'btc' }} />,
    // @ts-expect-error no screen has this path
    <Link key="path" to="/trade/nowhere" />,
    // @ts-expect-error no product has this type
    <Link key="search" to="/trade/index" search={{ type: 'nothing' }} />,
  ];
  expect(links).toHaveLength(3);
});
