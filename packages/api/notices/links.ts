/** Pages that notices open. No schemas: browsers load this module. */
import type { NoticeContent } from './records.ts';

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

/** Returns the address, within the pages, of the page that a notice opens. */
export function noticeLink(notice: NoticeContent): string {
  switch (notice.kind) {
    case 'order-filled':
    case 'order-fired':
    case 'order-ended':
      return ORDERS[notice.facts.wallet];
    case 'second-settled':
      return trade('sec', notice.facts.symbol_name);
    case 'price-alert':
      return trade(notice.facts.symbol.endsWith('-PERP') ? 'usta' : 'spot', notice.facts.symbol_name);
    case 'funding-paid':
    case 'liquidation':
    case 'deleveraging':
      return trade('usta', notice.facts.symbol_name);
    case 'margin-warning':
      return notice.facts.symbol_name === null
        ? '/trade/index?type=usta'
        : trade('usta', notice.facts.symbol_name);
    case 'margin-call':
    case 'forced-sale':
      return notice.facts.symbol_name === null
        ? '/trade/index?type=spot&margin=cross'
        : trade('spot', notice.facts.symbol_name, '&margin=isolated');
    case 'deposit-seen':
    case 'deposit-held':
    case 'deposit-credited':
    case 'deposit-taken-back':
    case 'deposit-declined':
      return '/account/wallet/history-deposit';
    case 'withdrawal-sent':
    case 'withdrawal-done':
    case 'withdrawal-declined':
    case 'withdrawal-held':
      return '/account/wallet/history-withdrawal';
    case 'staking-matured':
      return '/pledge/order';
    case 'staking-renewal-off':
      return '/pledge/order';
    case 'loan-decided':
    case 'loan-paid-out':
    case 'loan-due-soon':
    case 'loan-due':
    case 'loan-collected':
    case 'loan-overdue':
    case 'loan-settled':
      return `/loan/order?id=${notice.facts.id}`;
    case 'otc-order':
    case 'otc-moved':
    case 'otc-appeal':
    case 'otc-ended':
      return `/${notice.facts.isMaker ? 'merchant/deal' : 'otc/order'}?order=${notice.facts.orderId}`;
    case 'otc-paused':
      return '/otc/common';
    case 'otc-free':
      return notice.facts.orderId === null ? '/merchant/index' : `/otc/order?order=${notice.facts.orderId}`;
    case 'merchant-decided':
      return '/merchant/index';
    case 'listing-asked':
    case 'listing-decided':
      return `/listing/applications?id=${notice.facts.id}`;
    case 'finance-matured':
      return '/finance/investment?tab=mine';
    case 'mining-join':
    case 'mining-wallet':
      return '/defis/details';
    case 'mining-pool':
      return '/defis/index';
    case 'referral-rebate':
      return '/account/center/reward-center';
    case 'agent-share':
      return '/account/center/contractAgents/agentManagement';
    case 'correction':
      return '/account/wallet/bills';
    case 'identity-decided':
      return '/account/center/kyc';
    case 'support-answered':
      return `${NOTICES_PAGE}#${CHAT_HASH}${notice.facts.number}`;
    case 'new-device':
      return '/account/center/device-management';
    case 'factor-changed':
      return '/account/center/security';
    case 'terms-changed':
      return notice.facts.terms === 'service' ? '/user/index?key=termsService' : '/rate/index';
  }
}
