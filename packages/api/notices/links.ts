/** Pages that notices open. No schemas: browsers load this module. */
import type { NoticeKind } from './kinds.ts';
import type { NoticeContent, NoticeOf } from './records.ts';

/** The page of all notices. */
export const NOTICES_PAGE = '/account/center/notices';
/** Begin of the part of an address after the `#` that shows a conversation on any page; its number follows. */
export const CHAT_HASH = 'chat-';

const ORDERS = {
  spot: '/account/entrust/spot',
  'margin-cross': '/account/entrust/margin-all',
  'margin-isolated': '/account/entrust/margin-fixed',
  perpetual: '/account/entrust/future/u',
} as const;
const trade = (type: 'spot' | 'sec' | 'usta', symbolName: string, more = ''): string =>
  `/trade/index?type=${type}&symbol=${symbolName.split('/', 1)[0]?.toLowerCase()}${more}`;

const DEPOSITS = '/account/wallet/history-deposit';
const WITHDRAWALS = '/account/wallet/history-withdrawal';

const orders = ({ wallet }: { readonly wallet: keyof typeof ORDERS }) => ORDERS[wallet];
const perpetual = (facts: { readonly symbol_name: string }) => trade('usta', facts.symbol_name);
const margin = (facts: { readonly symbol_name: string | null }) =>
  facts.symbol_name === null
    ? '/trade/index?type=spot&margin=cross'
    : trade('spot', facts.symbol_name, '&margin=isolated');
const loan = ({ id }: { readonly id: number | string }) => `/loan/order?id=${id}`;
const listing = ({ id }: { readonly id: number | string }) => `/listing/applications?id=${id}`;
const otc = (facts: { readonly isMaker: boolean; readonly orderId: number | string }) =>
  `/${facts.isMaker ? 'merchant/deal' : 'otc/order'}?order=${facts.orderId}`;

type Links = {
  readonly [Kind in NoticeKind]: string | ((facts: NoticeOf<Kind>['facts']) => string);
};

const links: Links = {
  'order-filled': orders,
  'order-fired': orders,
  'order-ended': orders,
  'second-settled': (facts) => trade('sec', facts.symbol_name),
  'price-alert': (facts) => trade(facts.symbol.endsWith('-PERP') ? 'usta' : 'spot', facts.symbol_name),
  'funding-paid': perpetual,
  liquidation: perpetual,
  deleveraging: perpetual,
  'margin-warning': (facts) =>
    facts.symbol_name === null ? '/trade/index?type=usta' : trade('usta', facts.symbol_name),
  'margin-call': margin,
  'forced-sale': margin,
  'deposit-seen': DEPOSITS,
  'deposit-held': DEPOSITS,
  'deposit-credited': DEPOSITS,
  'deposit-taken-back': DEPOSITS,
  'deposit-declined': DEPOSITS,
  'withdrawal-sent': WITHDRAWALS,
  'withdrawal-done': WITHDRAWALS,
  'withdrawal-declined': WITHDRAWALS,
  'withdrawal-held': WITHDRAWALS,
  'staking-matured': '/pledge/order',
  'staking-renewal-off': '/pledge/order',
  'loan-decided': loan,
  'loan-paid-out': loan,
  'loan-due-soon': loan,
  'loan-due': loan,
  'loan-collected': loan,
  'loan-overdue': loan,
  'loan-settled': loan,
  'otc-order': otc,
  'otc-moved': otc,
  'otc-appeal': otc,
  'otc-ended': otc,
  'otc-paused': '/otc/common',
  'otc-free': ({ orderId }) => (orderId === null ? '/merchant/index' : `/otc/order?order=${orderId}`),
  'merchant-decided': '/merchant/index',
  'listing-asked': listing,
  'listing-decided': listing,
  'finance-matured': '/finance/investment?tab=mine',
  'mining-join': '/defis/details',
  'mining-wallet': '/defis/details',
  'mining-pool': '/defis/index',
  'referral-rebate': '/account/center/reward-center',
  'agent-share': '/account/center/contractAgents/agentManagement',
  correction: '/account/wallet/bills',
  'identity-decided': '/account/center/kyc',
  'support-answered': ({ number }) => `${NOTICES_PAGE}#${CHAT_HASH}${number}`,
  'new-device': '/account/center/device-management',
  'factor-changed': '/account/center/security',
  'terms-changed': ({ terms }) => (terms === 'service' ? '/user/index?key=termsService' : '/rate/index'),
};

/** Returns the address, within the pages, of the page that a notice opens. */
export function noticeLink({ kind, facts }: NoticeContent): string {
  const link: Links[NoticeKind] | undefined = links[kind];
  // a page that is older than its server meets kinds that it does not know
  if (link === undefined) return NOTICES_PAGE;
  return typeof link === 'string' ? link : link(facts as never);
}
