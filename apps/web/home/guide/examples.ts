import type {
  CallData,
  Calls,
  ContractMarketRow,
  EarnOfferRow,
  LoanProductRow,
  MarketRow,
} from '@candor/api';
import { type Amount, formatDecimalTrimmed, type PriceTicks, parseDecimal } from '@candor/money';
import {
  breakEvenPpm,
  DAY_SECONDS,
  fixedInterest,
  loanInterest,
  parLeg,
  payoutOf,
  previewPerpetual,
  rebateOf,
  riskPpm,
  secondsPayment,
  stakeOf,
  swapArrives,
  swapSpreadPpm,
  tradingFee,
} from '@candor/rules';
import { firstLoan } from '../../common/loan-figures.ts';
import { incomeOf, type PayingPool } from '../../common/mining-income.ts';
import {
  priceText,
  SCALE,
  stepsOf,
  ticksOf,
  unitsPerTickLot,
  usdtText,
} from '../../trade/draft/contract-terms.ts';
import { ppmOfPercent } from '../../trade/draft/preview.ts';

const UNIT = 10n ** BigInt(SCALE);
const PPM_SCALE = 4;
const SPOT_AMOUNT = '0.01';
const STAKE = 10;
const LEVERAGE = 10;
/** Value of the position of the example in USDT, at most. */
const POSITION = 1_000n;
const OWN = 100n;
const BORROWED = 200n;
const FALL_PERCENT = 10n;
const SWAPPED = 100n;
/** Fee of the referral example, in USDT. */
const FEE = 10n;
/** The staking example holds so many times the smallest amount. */
const STAKED_TIMES = 10n;

type SwapCoin = CallData<Calls['getSwapOffer']>['coins'][number];

const text = (units: bigint) => formatDecimalTrimmed(units, SCALE);

/** A purchase of a hundredth of a coin at the last price, by the formulas of the ledger. */
export function spotExample({ close }: Pick<MarketRow, 'close'>, feePercent: string) {
  const price = parseDecimal(close ?? '', SCALE);
  const amount = parseDecimal(SPOT_AMOUNT, SCALE);
  if (price === null || amount === null || price === 0n) return null;
  return {
    amount: SPOT_AMOUNT,
    price: text(price),
    value: formatDecimalTrimmed(price * amount, 2 * SCALE),
    feePercent,
    fee: text(tradingFee(amount as Amount, ppmOfPercent(feePercent))),
  };
}

/** A loan that doubles what one has, and its margin level after a fall of the price. */
export function marginExample() {
  const held = ((OWN + BORROWED) * (100n - FALL_PERCENT)) / 100n;
  const level = riskPpm({ collateral: held * UNIT, debt: BORROWED * UNIT, denominator: 1n });
  if (level === null) return null;
  return {
    own: String(OWN),
    borrowed: String(BORROWED),
    fallPercent: String(FALL_PERCENT),
    held: String(held),
    levelPercent: formatDecimalTrimmed(level, PPM_SCALE),
  };
}

/** An isolated long position at the mark price: its margin, and the price that liquidates it. */
export function contractExample(row: ContractMarketRow) {
  const entry = ticksOf(row, row.mark ?? row.index ?? row.close ?? '');
  const perContract = unitsPerTickLot(row) * entry;
  if (entry <= 0 || perContract <= 0) return null;
  const leverage = Math.min(LEVERAGE, row.max_leverage);
  const lots = Math.max(1, Number((POSITION * UNIT) / BigInt(perContract)));
  const { notional, initialMargin, liquidationTicks } = previewPerpetual(
    {
      sign: 1,
      lots,
      priceTicks: entry,
      leverage,
      feePpm: ppmOfPercent(row.taker_fee_percent),
      reduceOnly: false,
    },
    { position: null, isIsolated: true, margin: 0n, collateral: 0n },
    {
      unitsPerTickLot: unitsPerTickLot(row),
      steps: stepsOf(row),
      liquidationFeePpm: ppmOfPercent(row.liquidation_fee_percent),
    },
  );
  return {
    leverage,
    value: usdtText(notional),
    margin: usdtText(initialMargin),
    entryPrice: priceText(row, entry),
    liquidationPrice: liquidationTicks === null ? null : priceText(row, liquidationTicks),
  };
}

/** A second contract that is won: stake, payout rate and payment; and how often one must win. */
export function secondExample(payoutPercent: string) {
  const ppm = ppmOfPercent(payoutPercent);
  const stake = stakeOf(STAKE, SCALE);
  const { toUser } = secondsPayment('won', stake, payoutOf(stake, ppm));
  return {
    stake: String(STAKE),
    payoutPercent,
    paid: text(toUser),
    breakEvenPercent: formatDecimalTrimmed(BigInt(breakEvenPpm(ppm)), PPM_SCALE),
  };
}

/** A swap of USDT into a coin at its last price, with the spread of both. */
export function swapExample(market: MarketRow, coins: readonly SwapCoin[]) {
  const spreadOf = (code: string) => coins.find(({ coin }) => coin === code)?.spreadPercent;
  const [own, other] = [spreadOf(market.quote_symbol), spreadOf(market.base_symbol)];
  const [tick, lot, price] = [market.tick_size, market.lot_size, market.close ?? ''].map((decimal) =>
    parseDecimal(decimal, SCALE),
  );
  if (own === undefined || other === undefined || !tick || !lot || !price) return null;
  const from = parLeg(ppmOfPercent(own));
  const to = {
    priceTicks: Number(price / tick) as PriceTicks,
    quotePerTickLot: ((tick * lot) / UNIT) as Amount,
    basePerLot: lot as Amount,
    spreadPpm: ppmOfPercent(other),
  };
  if (to.priceTicks <= 0 || to.quotePerTickLot <= 0n) return null;
  return {
    given: String(SWAPPED),
    price: text((price / tick) * tick),
    spreadPercent: formatDecimalTrimmed(BigInt(swapSpreadPpm(from, to)), PPM_SCALE),
    arrives: text(swapArrives(SWAPPED * UNIT, from, to)),
  };
}

/** An order of the smallest round size that an offer takes, and the interest that is reserved for it. */
export function earnExample({ scale, minAmount, dailyPpm, cycleDays }: EarnOfferRow) {
  const least = parseDecimal(minAmount, scale);
  if (least === null) return null;
  const principal = least * STAKED_TIMES;
  return {
    amount: formatDecimalTrimmed(principal, scale),
    dailyPercent: formatDecimalTrimmed(BigInt(dailyPpm), PPM_SCALE),
    days: cycleDays,
    interest: formatDecimalTrimmed(fixedInterest({ principal, dailyPpm, cycleDays }), scale),
  };
}

/** A day's rewards of the lowest gear; null where there is none, or where its pool does not last that day. */
export function miningExample(overview: PayingPool) {
  const gear = overview.gears[0];
  if (gear === undefined || overview.pool.isEmpty) return null;
  const { minAmount, dailyPpm } = gear;
  const perDay = incomeOf(minAmount, '0', overview)?.perDay ?? null;
  if (perDay === null) return null;
  return {
    amount: minAmount,
    dailyPercent: formatDecimalTrimmed(BigInt(dailyPpm), PPM_SCALE),
    interest: perDay,
  };
}

/** The rebate of a round fee that somebody pays whom one invited. */
export function referralExample(sharePercent: string) {
  const fee = FEE * UNIT;
  return {
    fee: String(FEE),
    sharePercent,
    rebate: text(rebateOf(0n, fee, ppmOfPercent(sharePercent)).paid),
  };
}

/** A loan of a round size that is repaid at its end, and its whole interest; null for other methods. */
export function loanExample(product: LoanProductRow) {
  const { scale, dailyPpm, cycle, cycleCount, repayType } = product;
  const principal = parseDecimal(firstLoan(product), scale);
  if (principal === null || cycle !== 'day' || repayType !== 'maturity') return null;
  return {
    amount: formatDecimalTrimmed(principal, scale),
    dailyPercent: formatDecimalTrimmed(BigInt(dailyPpm), PPM_SCALE),
    days: cycleCount,
    interest: formatDecimalTrimmed(loanInterest(principal, dailyPpm, cycleCount * DAY_SECONDS), scale),
  };
}
