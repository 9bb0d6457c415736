import {
  type ContractMarketRow,
  type FeeTiers,
  LOAN_REVIEW_HOURS,
  LOAN_TWO_REVIEWERS_ABOVE,
  type LoanProductRow,
  type MarketRow,
} from '@candor/api';
import { type CustomerRoom, loadCustomerRoom, locales, type Messages } from '@candor/i18n';
import {
  breakEvenPpm,
  CLOSING_TICKS,
  CLOSING_TICKS_MIN,
  CREDIT_LIMITS,
  CREDIT_POINTS,
  creditLimit,
  creditScore,
  FEE_VOLUME_DAYS,
  fundingRatePpb,
  LIMIT_RAISE_DELAY_MS,
  MAX_CALLBACK_PPM,
  MAX_COOLING_OFF_MS,
  MAX_EXCLUSION_MS,
  MAX_WAITING_ORDERS,
  MIN_CALLBACK_PPM,
  OPENING_DELAY_MS,
  SAFETY_FUND_DIVISOR,
  SECONDS_INDEX_STALE_MS,
  safetyFundTotal,
  TERMS_NOTICE_MS,
} from '@candor/rules';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { ContractTerms } from './contract-terms.tsx';
import { ContractFunding, ContractHow, ContractRisks, Liquidation } from './contract-text.tsx';
import { FeeRules, FeeTable } from './fee-table.tsx';
import { LoanLines } from './loan-form.tsx';
import { LoanLimits, LoanRisks, LoanSteps } from './loan-rules.tsx';
import { SecondCosts, SecondLimits, SecondRisks, SecondSettlement } from './second-rules.tsx';
import { SpotLimits, SpotMatching, SpotRisks } from './spot-rules.tsx';
import type { SecondOffer } from './use-second-offers.ts';

const ROOMS: readonly CustomerRoom[] = [
  'rules',
  'seconds',
  'perpetual',
  'trade',
  'fees',
  'notice',
  'loan',
  'ui',
];
const HOUR_MS = 3_600_000;
const rooms = await Promise.all(ROOMS.map((room) => loadCustomerRoom('en', room)));
const messages: Messages = Object.assign({}, ...rooms);
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

/** The numbers that a reader sees, without the signs and units around them. */
function numbersOf(children: ReactNode): ReadonlySet<string> {
  const markup = renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    </IntlProvider>,
  );
  const text = markup.replace(/<[^>]*>/g, ' ');
  return new Set(text.match(/\d[\d,]*(\.\d+)?/g));
}

const set = (...numbers: readonly (string | number)[]) => new Set(numbers.map(String));
const percent = (ppm: number, decimals = 2) => (ppm / 10_000).toFixed(decimals);
const whole = (value: number) => value.toLocaleString('en-US');
const query = { error: null, isFetching: false, refetch: () => undefined };

const PAYOUTS = { 30: 800_000, 60: 850_000 } as const;
const offer: SecondOffer = {
  symbol: 'BTCUSDT',
  symbol_name: 'BTC/USDT',
  coin: 'USDT',
  minQuantity: 7,
  maxQuantity: 4_321,
  formula: 1,
  state: 'trading',
  stateReason: '',
  periods: Object.entries(PAYOUTS).map(([seconds, ppm]) => ({
    periodSeconds: Number(seconds),
    payoutPercent: percent(ppm, 4),
    breakEvenPercent: percent(breakEvenPpm(ppm), 4),
  })),
};

const tiers = {
  volumeCoin: 'USDT',
  nextTurnTime: null,
  own: null,
  tiers: [
    { tier: 0, minVolume: '0', makerPercent: '0.11', takerPercent: '0.13' },
    { tier: 1, minVolume: '250000', makerPercent: '0.07', takerPercent: '0.09' },
  ].map((tier) => ({ ...tier, perpetualMakerPercent: '0.02', perpetualTakerPercent: '0.06' })),
} satisfies FeeTiers;

const market = {
  symbol: 'BTCUSDT',
  symbol_name: 'BTC/USDT',
  base_symbol: 'BTC',
  quote_symbol: 'USDT',
  tick_size: '0.1',
  lot_size: '0.0004',
  min_notional: '17',
  price_band_percent: '8',
  max_quantity: '9000',
  max_open_orders: 77,
} as MarketRow;

const MMR_PPM = 4_000;
const contract = {
  ...market,
  contract_size: '0.002',
  settle_symbol: 'USDT',
  max_leverage: 80,
  liquidation_fee_percent: '0.45',
  maker_fee_percent: '0.02',
  taker_fee_percent: '0.06',
  mark: '50000',
  tiers: [
    {
      tier: 0,
      notionalFloor: '0',
      notionalCap: '90000',
      maintenanceMarginPercent: percent(MMR_PPM, 4),
      deduction: '0',
      maxLeverage: 80,
    },
    {
      tier: 1,
      notionalFloor: '90000',
      notionalCap: null,
      maintenanceMarginPercent: '1.5',
      deduction: '990',
      maxLeverage: 33,
    },
  ],
} as unknown as ContractMarketRow;

describe('the numbers of second contracts', () => {
  it('of the settlement are those of the rules', () => {
    const formula = ['0', '1'];
    expect(numbersOf(<SecondSettlement />)).toEqual(
      set(
        OPENING_DELAY_MS / 1_000,
        CLOSING_TICKS,
        CLOSING_TICKS_MIN,
        SECONDS_INDEX_STALE_MS / 1_000,
        ...formula,
      ),
    );
  });

  it('of a market are those of its offer, the break-even rate that of the rules', () => {
    const rows = Object.entries(PAYOUTS).flatMap(([seconds, ppm]) => [
      seconds,
      percent(ppm),
      (Math.ceil(breakEvenPpm(ppm) / 100) / 100).toFixed(2),
      (100 * (1_000_000 + ppm)) / 2_000_000,
    ]);
    const example = ['100', '50'];
    expect(numbersOf(<SecondCosts offer={offer} />)).toEqual(set(...rows, '7', '4,321', ...example));
  });

  it('of limits and risks are those of the rules', () => {
    expect(numbersOf(<SecondLimits />)).toEqual(
      set(
        LIMIT_RAISE_DELAY_MS / HOUR_MS,
        MAX_COOLING_OFF_MS / HOUR_MS / 24,
        whole(MAX_EXCLUSION_MS / HOUR_MS / 24),
      ),
    );
    expect(numbersOf(<SecondRisks shortest={30} />)).toEqual(set(30));
  });
});

const feeNumbers = set(
  percent((Number(safetyFundTotal(1_000_000n as never)) / 1_000_000) * 1_000_000, 0),
  SAFETY_FUND_DIVISOR,
  FEE_VOLUME_DAYS,
  ...['setFeeTiers', 'setSymbolLimits', 'setPerpetualTiers'].map(
    (name) => TERMS_NOTICE_MS[name as keyof typeof TERMS_NOTICE_MS] / HOUR_MS,
  ),
);

describe('the numbers of spot', () => {
  it('of matching are those of the rules', () => {
    expect(numbersOf(<SpotMatching />)).toEqual(
      set(MAX_WAITING_ORDERS, percent(MIN_CALLBACK_PPM), percent(MAX_CALLBACK_PPM)),
    );
  });

  it('of fees are those of the table and of the rules', () => {
    expect(numbersOf(<FeeRules />)).toEqual(feeNumbers);
    const table = (
      <FeeTable
        of="spot"
        data={tiers}
        query={query as never}
        ratesOf={({ makerPercent, takerPercent }) => ({ maker: makerPercent, taker: takerPercent })}
      />
    );
    expect(numbersOf(table)).toEqual(set('0', '1', '250,000', '0.110', '0.130', '0.070', '0.090'));
  });

  it('of limits are those of the listing', () => {
    expect(numbersOf(<SpotLimits row={market} />)).toEqual(set('0.1', '0.0004', '17', '9,000', '77', '8.00'));
    expect(numbersOf(<SpotRisks />)).toEqual(set());
  });
});

describe('the numbers of contracts', () => {
  it('of margin and funding are those of the rules', () => {
    const seconds = 150;
    expect(numbersOf(<ContractHow />)).toEqual(set(seconds));
    // without a premium the rate is its interest; one far below is damped
    const interest = fundingRatePpb(0, MMR_PPM);
    const damper = fundingRatePpb(-2_000_000, MMR_PPM) + 2_000_000;
    expect(numbersOf(<ContractFunding />)).toEqual(set(percent(interest / 1_000), percent(damper / 1_000)));
  });

  it('of a market are those of its listing, its bounds those of the rules', () => {
    const cap = fundingRatePpb(900_000_000, MMR_PPM);
    const terms = <ContractTerms row={contract} query={query} intervalMs={8 * HOUR_MS} />;
    expect(numbersOf(terms)).toEqual(
      set(
        '1',
        '0.002',
        '80',
        '0.45',
        '8',
        percent(cap / 1_000, 3),
        percent(MMR_PPM / 2, 3),
        '0',
        percent(MMR_PPM),
        '90,000',
        '1.50',
        '990',
        '33',
      ),
    );
  });

  it('of risks are computed for the market', () => {
    // 1 / 80 of the entry is margin: it lasts until (1 - 1/80) / (1 - mmr)
    const liquidation = (50_000 * (1 - 1 / 80)) / (1 - MMR_PPM / 1_000_000);
    const ticks = Math.floor(liquidation * 10) / 10;
    const move = Math.floor(((50_000 - ticks) / 50_000) * 10_000) / 100;
    expect(numbersOf(<ContractRisks row={contract} />)).toEqual(set(80, move.toFixed(2)));
    expect(numbersOf(<Liquidation />)).toEqual(set());
  });
});

describe('the numbers of loans', () => {
  it('of the steps are those of the review, and the risks have none', () => {
    expect(numbersOf(<LoanSteps coin="USDT" />)).toEqual(
      set(LOAN_REVIEW_HOURS, whole(LOAN_TWO_REVIEWERS_ABOVE)),
    );
    expect(numbersOf(<LoanRisks />)).toEqual(set());
  });

  it('of limits and points are those of the score', () => {
    const steps = CREDIT_LIMITS.flatMap(({ score }) => [
      whole(score),
      whole(Number(creditLimit(score, 2) / 100n)),
    ]);
    const none = { kyc: 'none', memberDays: 0, onTime: 0, late: 0, later: 0, isOverdue: false } as const;
    const lost = creditScore({ ...none, isOverdue: true }).overdue - creditScore(none).overdue;
    const best = creditScore({ ...none, kyc: 'advanced', memberDays: 365, onTime: 9_999_999 });
    expect(numbersOf(<LoanLimits coin="USDT" />)).toEqual(
      set(...steps, best.kyc, best.membership, CREDIT_POINTS.record, -lost, 100, 365, 730, 30, 0, '1,000'),
    );
  });

  it('of the example are those of the plan', () => {
    const product = { coin: 'USDT', scale: 8, dailyPpm: 300 } as LoanProductRow;
    const plan = {
      interest: '1.8',
      total: '201.8',
      totalAtMost: '201.8',
      worstOverdue: '20',
      worstTotal: '221.8',
      endMs: 0,
    };
    const shown = numbersOf(<LoanLines product={product} plan={{ ...plan, rows: [] }} amount="200" />);
    const figures = ['1.8', '0.03', '201.8', '200', '221.8', '20'];
    expect(shown).toEqual(set(...figures, '01', '1970'));
  });
});

describe('the texts of the rules', () => {
  it.each(locales)('write no number themselves in %s', async (locale) => {
    const texts = Object.entries(await loadCustomerRoom(locale, 'rules'));
    expect(texts.filter(([, text]) => /\p{Nd}/u.test(text))).toEqual([]);
  });
});
