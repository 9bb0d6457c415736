import type { CallData, Calls, ContractMarketRow, MarketRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { percentUp, periodText } from '../../common/period-text.ts';
import {
  queryKeys,
  useClient,
  useFeeRates,
  useListing,
  useLoanProducts,
  useMarkets,
  useMiningOverview,
  useSignedIn,
} from '../../data/index.ts';
import { finance, staking } from '../../earn/product.ts';
import { useOffers } from '../../earn/use-earn.ts';
import { earnProduct, loanProduct, miningProduct, referralProduct } from './earn-products.ts';
import { contractExample, marginExample, secondExample, spotExample, swapExample } from './examples.ts';
import { formula, type Product, type Writing } from './product.ts';

const EXAMPLE_MARKET = 'BTCUSDT';
/** Coin of the margin example's loan. */
const BORROWED_COIN = 'USDT';
const STALE_MS = 60_000;

type Rates = NonNullable<ReturnType<typeof useFeeRates>>;
type Swaps = CallData<Calls['getSwapOffer']>;

const trade = (search: object) => ({ to: '/trade/index', search: { ...search, symbol: 'btc' } }) as const;

function spotProduct({ format, text, percent, usdt }: Writing, market?: MarketRow, rates?: Rates): Product {
  const example =
    market === undefined || rates === undefined ? null : spotExample(market, rates.takerPercent);
  const rate = { maker: percent(rates?.makerPercent ?? '0'), taker: percent(rates?.takerPercent ?? '0') };
  return {
    name: text('menu.spot'),
    to: trade({ type: 'spot' }),
    line: text('rules.spot.line'),
    cost: text('home.guide.cost.spot', rate),
    wrong: text('rules.spot.wrong.price'),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('home.proof.step.amount'),
              [
                `${format.quantity(example.amount)} BTC`,
                format.price(example.price, market?.full_cou),
                usdt(example.value),
              ],
              ['×', '='],
            ),
            formula(
              text('home.proof.step.buyerFee'),
              [
                format.quantity(example.amount),
                percent(example.feePercent),
                `${format.quantity(example.fee)} BTC`,
              ],
              ['×', '='],
            ),
          ],
  };
}

function marginProduct({ format, text, percent, usdt }: Writing, hourlyRate: string | null): Product {
  const example = marginExample();
  return {
    name: text('home.open.margin'),
    to: trade({ type: 'spot', margin: 'cross' }),
    line: text('home.guide.margin.line'),
    cost:
      hourlyRate === null
        ? text('home.guide.cost.margin')
        : text('home.guide.cost.marginRate', { rate: percent(hourlyRate) }),
    wrong: text('home.guide.margin.wrong'),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('home.guide.margin.level', {
                own: usdt(example.own),
                borrowed: usdt(example.borrowed),
                fall: percent(example.fallPercent),
              }),
              [
                format.quantity(example.held),
                format.quantity(example.borrowed),
                percent(example.levelPercent),
              ],
              ['÷', '='],
            ),
          ],
  };
}

function contractProduct({ format, text, percent, usdt }: Writing, row?: ContractMarketRow): Product {
  const example = row === undefined ? null : contractExample(row);
  const price = (value: string) => format.price(value, row?.full_cou);
  const formulas =
    example === null
      ? []
      : [
          formula(
            text('home.guide.margin'),
            [format.quantity(example.value), String(example.leverage), usdt(example.margin)],
            ['÷', '='],
          ),
        ];
  if (example !== null && example.liquidationPrice !== null)
    formulas.push(
      formula(
        text('home.guide.liquidation'),
        [price(example.entryPrice), price(example.liquidationPrice)],
        ['→'],
      ),
    );
  return {
    name: text('menu.contracts'),
    to: trade({ type: 'usta' }),
    line: text('rules.contract.line'),
    cost: text('home.guide.cost.contract', {
      maker: percent(row?.maker_fee_percent ?? '0'),
      taker: percent(row?.taker_fee_percent ?? '0'),
    }),
    wrong: text('rules.contract.wrong.margin'),
    formulas,
  };
}

function secondProduct(
  { format, text, percent, usdt }: Writing,
  payoutPercent: string | undefined,
  period: string,
): Product {
  const example = payoutPercent === undefined ? null : secondExample(payoutPercent);
  return {
    name: text('menu.flash'),
    to: trade({ type: 'sec' }),
    line: text('rules.second.line'),
    cost: text('rules.second.noFee'),
    wrong: text('rules.second.wrong.fast', { period }),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('seconds.result.won'),
              [
                format.quantity(example.stake),
                format.quantity(example.stake),
                percent(example.payoutPercent),
                usdt(example.paid),
              ],
              ['+', '×', '='],
            ),
            formula(
              text('seconds.breakEven'),
              [
                '1',
                `(1 + ${percent(example.payoutPercent)})`,
                format.percent(percentUp(example.breakEvenPercent)),
              ],
              ['÷', '≈'],
            ),
          ],
  };
}

function swapProduct({ format, text, percent, usdt }: Writing, market?: MarketRow, swaps?: Swaps): Product {
  const example = market === undefined || swaps === undefined ? null : swapExample(market, swaps.coins);
  return {
    name: text('menu.swap'),
    to: { to: '/assets/index', search: { key: 'swap' } },
    line: text('home.guide.swap.line', { seconds: swaps?.quoteSeconds ?? 0 }),
    cost: text('home.guide.cost.swap'),
    wrong: text('home.guide.swap.wrong'),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('home.guide.arrives'),
              [
                usdt(example.given),
                format.price(example.price, market?.full_cou),
                percent(example.spreadPercent),
                `${format.quantity(example.arrives)} BTC`,
              ],
              ['÷', '−', '='],
            ),
          ],
  };
}

/** The share of the first generation; known to users alone, whose invitations it is for. */
function useFirstShare(): string | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.promotion,
    queryFn: () => client.call('getPromotion'),
    enabled: useSignedIn(),
    staleTime: STALE_MS,
  });
  return data?.generations[0]?.sharePercent;
}

/** The products that are open, each with its formulas on today's prices and rates. */
export function useProducts(): readonly Product[] {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const client = useClient();
  const market = useMarkets().data?.find(({ symbol }) => symbol === EXAMPLE_MARKET);
  const rates = useFeeRates();
  const contract = useListing('usta', true).data?.find(
    (row): row is ContractMarketRow => 'contract_size' in row,
  );
  const { data: seconds } = useQuery({
    queryKey: ['home', 'seconds'],
    queryFn: () => client.call('periodList', { body: {} }),
    staleTime: STALE_MS,
  });
  const { data: swaps } = useQuery({
    queryKey: ['home', 'swaps'],
    queryFn: () => client.call('getSwapOffer'),
    staleTime: STALE_MS,
  });
  const staked = useOffers(staking).data?.offers;
  const invested = useOffers(finance).data?.offers;
  const mined = useMiningOverview().data;
  const firstShare = useFirstShare();
  const loans = useLoanProducts().data?.products;
  const { data: lending } = useQuery({
    queryKey: ['home', 'lending'],
    queryFn: () => client.call('getDepositRate'),
    staleTime: STALE_MS,
  });
  const hourlyRate = lending?.list.find(({ coin }) => coin === BORROWED_COIN)?.hourlyRate ?? null;
  const period = seconds?.records[0]?.periods[0];
  const writing: Writing = {
    format,
    text,
    percent: (value) => format.percent(value, value.split('.')[1]?.length ?? 0),
    usdt: (value) => `${format.quantity(value)} USDT`,
  };
  return [
    spotProduct(writing, market, rates),
    marginProduct(writing, hourlyRate),
    contractProduct(writing, contract),
    secondProduct(writing, period?.payoutPercent, periodText(intl, period?.periodSeconds ?? 0)),
    swapProduct(writing, market, swaps),
    earnProduct(writing, staking, staked),
    earnProduct(writing, finance, invested),
    loanProduct(
      writing,
      loans?.find(({ state, repayType }) => state === 'open' && repayType === 'maturity'),
    ),
    miningProduct(writing, mined),
    referralProduct(writing, firstShare),
  ];
}
