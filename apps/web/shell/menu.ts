/** The pages that are open. Everything else is shown muted, says "not open yet", and leads to the page that says so. */
const OPEN_PATHS = new Set([
  '/home/index',
  '/quotes/index',
  '/trade/index',
  '/rate/index',
  '/assets/index',
  '/account/center/security',
]);

/** The asset panels that are open. */
const OPEN_ASSET_KEYS = new Set(['overview', 'transfer', 'records']);

/** The kinds of trading that are open. */
const OPEN_TRADE_TYPES = new Set(['spot', 'sec', 'usta']);

export interface MenuEntry {
  /** Also the id of its text: `menu.<id>`. */
  readonly id: string;
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  /** False: the product is not open yet. */
  readonly open: boolean;
  readonly children?: readonly MenuEntry[];
}

function entry(id: string, path: string, search?: Readonly<Record<string, string>>): MenuEntry {
  const productClosed = path === '/trade/index' && !OPEN_TRADE_TYPES.has(search?.type ?? 'spot');
  const panelClosed = path === '/assets/index' && !OPEN_ASSET_KEYS.has(search?.key ?? 'overview');
  const open = OPEN_PATHS.has(path) && !productClosed && !panelClosed;
  return search === undefined ? { id, path, open } : { id, path, search, open };
}

/** The top menu, the same for visitors and users. */
export const topMenu: readonly MenuEntry[] = [
  entry('home', '/home/index'),
  entry('market', '/quotes/index'),
  {
    ...entry('trade', '/trade/index', { type: 'spot' }),
    children: [
      entry('spot', '/trade/index', { type: 'spot' }),
      entry('flash', '/trade/index', { type: 'sec' }),
      entry('contracts', '/trade/index', { type: 'usta' }),
    ],
  },
  entry('defi', '/defis/index'),
  entry('staking', '/pledge/index'),
  entry('power', '/loan/index'),
  entry('rules', '/rule/index'),
  entry('finance', '/finance/investment'),
];

/** The assets dropdown of a logged-in user. */
export const assetsMenu: readonly MenuEntry[] = [
  entry('assets', '/assets/index', { key: 'overview' }),
  entry('assetsFinance', '/assets/index', { key: 'finance' }),
  entry('assetsContracts', '/assets/index', { key: 'agreement' }),
  entry('recharge', '/assets/index', { key: 'recharge' }),
  entry('withdraw', '/assets/index', { key: 'withdraw' }),
  entry('swap', '/assets/index', { key: 'swap' }),
  entry('transfer', '/assets/index', { key: 'transfer' }),
  entry('orders', '/assets/index', { key: 'tradeOrder' }),
  entry('records', '/assets/index', { key: 'records' }),
];

const accountEntries: readonly MenuEntry[] = [
  entry('account', '/account/center/info'),
  entry('security', '/account/center/security'),
  entry('verification', '/account/center/kyc'),
];

/** The account dropdown; merchants alone see the merchant entry. Logging out is not a page and not in here. */
export function accountMenu(isMerchant: boolean): readonly MenuEntry[] {
  return isMerchant ? [...accountEntries, entry('merchant', '/account/center/merchant')] : accountEntries;
}

/** What a logged-in user or a visitor sees at the right of the top bar. */
export function topBarTools(signedIn: boolean): readonly ('assets' | 'account' | 'login' | 'register')[] {
  return signedIn ? ['assets', 'account'] : ['login', 'register'];
}

export interface FooterColumn {
  readonly id: string;
  readonly entries: readonly MenuEntry[];
}

/** The link columns of the footer. */
export const footerColumns: readonly FooterColumn[] = [
  {
    id: 'markets',
    entries: [
      entry('market', '/quotes/index'),
      entry('spot', '/trade/index', { type: 'spot', symbol: 'btc' }),
      entry('flash', '/trade/index', { type: 'sec' }),
      entry('contracts', '/trade/index', { type: 'usta' }),
    ],
  },
  {
    id: 'flash',
    entries: [
      entry('flashBtc', '/trade/index', { type: 'sec', symbol: 'btc' }),
      entry('flashEth', '/trade/index', { type: 'sec', symbol: 'eth' }),
      entry('flashBnb', '/trade/index', { type: 'sec', symbol: 'bnb' }),
    ],
  },
  {
    id: 'earn',
    entries: [
      entry('staking', '/pledge/index'),
      entry('defi', '/defis/index'),
      entry('finance', '/finance/investment'),
      entry('power', '/loan/index'),
    ],
  },
  {
    id: 'company',
    entries: [
      entry('deposit', '/assets/index', { key: 'recharge' }),
      entry('fees', '/rate/index'),
      entry('rules', '/rule/index'),
      entry('terms', '/user/index', { key: 'termsService' }),
    ],
  },
];

const allEntries: readonly MenuEntry[] = [
  ...topMenu.flatMap((entry) => [...(entry.children ?? []), entry]),
  ...assetsMenu,
  ...accountMenu(true),
  ...footerColumns.flatMap((column) => column.entries),
];

/** The entry that a closed address belongs to: the one with the same product in its path, and the same search. */
export function closedEntryOf(path: string, search: Readonly<Record<string, unknown>>): MenuEntry | null {
  const product = path.split('/')[1];
  const candidates = allEntries.filter((entry) => !entry.open && entry.path.split('/')[1] === product);
  const sameSearch = (entry: MenuEntry) =>
    Object.entries(entry.search ?? {}).every(([key, value]) => search[key] === value);
  return (
    candidates.find((entry) => entry.path === path && sameSearch(entry)) ??
    candidates.find((entry) => sameSearch(entry) && entry.search === undefined) ??
    null
  );
}
