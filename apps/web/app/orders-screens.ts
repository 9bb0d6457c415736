import { orderListSearch } from '../assets/search.ts';
import { screen } from '../shell/screen.ts';
import { CoinMarginedPage } from './coin-margined-page.tsx';
import { entrustPage, entrustPaths, orderGroups } from './order-centre.tsx';

const GROUPS = ['spot', 'usta', 'cross', 'isolated'] as const;

function entrustScreen<const Id extends (typeof GROUPS)[number]>(id: Id) {
  return screen({
    path: entrustPaths[id],
    search: orderListSearch,
    component: entrustPage(id),
    messages: ['trade', 'markets', 'transfer', ...orderGroups[id].messages],
    title: 'menu.orders',
    guard: 'users',
  });
}

/** Orders by product and account, at the addresses of entrustment. */
export const ordersScreens = [
  entrustScreen('spot'),
  entrustScreen('usta'),
  entrustScreen('cross'),
  entrustScreen('isolated'),
  screen({
    path: '/account/entrust/future/coin',
    component: CoinMarginedPage,
    messages: ['trade'],
    title: 'trade.coinMargined.title',
  }),
] as const;
