import { type ExchangeRateRow, FIRST_RATES_SOURCE, type NavRow } from '@candor/api';
import { plates } from '../../engine/catalogue/index.ts';

/** The top menu, each with the message id of its label. */
export const navigation: readonly Pick<NavRow, 'label' | 'path' | 'parent_id'>[] = [
  { label: 'menu.home', path: '/home/index', parent_id: null },
  { label: 'menu.market', path: '/quotes/index', parent_id: null },
  { label: 'menu.trade', path: '/trade/index?type=spot', parent_id: null },
  { label: 'menu.defi', path: '/defis/index', parent_id: null },
  { label: 'menu.staking', path: '/pledge/index', parent_id: null },
  { label: 'menu.power', path: '/loan/index', parent_id: null },
  { label: 'menu.rules', path: '/rule/index', parent_id: null },
  { label: 'menu.finance', path: '/finance/investment', parent_id: null },
];

const AS_OF = '2024-12-31';

const rate = (quote_currency: string, exchange_value: string): Omit<ExchangeRateRow, 'id'> => ({
  exchange_value,
  quote_currency,
  exchange_code: `USD/${quote_currency}`,
  rate: exchange_value,
  source: FIRST_RATES_SOURCE,
  as_of: AS_OF,
});

/** Reference rates for showing values in other currencies. Nothing is ever settled at them. */
export const exchangeRates: readonly Omit<ExchangeRateRow, 'id'>[] = [
  rate('USD', '1'),
  rate('EUR', '0.96256'),
  rate('CNY', '7.29936'),
  rate('JPY', '156.95447'),
  rate('GBP', '0.79813'),
  rate('KRW', '1474.78102'),
  rate('THB', '34.34017'),
  rate('HKD', '7.76648'),
  rate('BRL', '6.18471'),
];

/** The dictionary coin_plate. */
export const plateEntries = plates.map((entry, at) => ({ code: 'coin_plate', ...entry, sort: at * 10 }));
