import {
  afterBorrowing,
  chargedInterest,
  exactInterest,
  hourInterest,
  initialRiskPpm,
  marginValues,
  mostBorrowable,
  mostWithdrawable,
  PAR,
  riskIsAtMost,
  riskPpm,
  splitRepayment,
} from '@candor/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as oracle from '../oracles/margin.ts';
import { Rational } from '../oracles/rational.ts';

const COIN = 100_000_000n;
/** A BTC at a price in cents: one lot of 0.00001 is 1,000 units, and a tick of a lot 10 units of USDT. */
const btcAt = (priceTicks: number) => ({ numerator: BigInt(priceTicks) * 10n, denominator: 1_000n });

describe('worked examples', () => {
  it('1 BTC at 50,000 with a haircut of 0.95 owes 30,000 USDT: risk 2.58333', () => {
    const values = marginValues(
      [
        { units: COIN, price: btcAt(5_000_000), haircutPpm: 950_000 },
        { units: 30_000n * COIN, price: PAR, haircutPpm: 1_000_000 },
      ],
      [{ units: 30_000n * COIN, price: PAR }],
    );
    expect(riskPpm(values)).toBe(2_583_333n);
    expect(riskIsAtMost(values, 2_583_333)).toBe(false);
    expect(riskIsAtMost(values, 2_583_334)).toBe(true);
  });

  it('at 3 times leverage 47,500 of collateral borrow 94,997.15 USDT, the first hour at 0.001 percent counted', () => {
    const values = marginValues([{ units: COIN, price: btcAt(5_000_000), haircutPpm: 950_000 }], []);
    const terms = { price: PAR, haircutPpm: 1_000_000, hourlyRatePpb: 10_000, leverage: 3 };
    // 3 x (1.00001 x) <= 2 x (47,500 + x), so x = 95,000 / 1.00003, less two units as interest rounds up
    const most = mostBorrowable(values, terms);
    expect(most).toBe(9_499_715_008_547n);
    expect(riskPpm(afterBorrowing(values, most, terms))).toBe(1_500_000n);
    expect(initialRiskPpm(3)).toBe(1_500_000);
    expect(initialRiskPpm(5)).toBe(1_250_000);
  });

  it('with 30,000 owed and 2.0 to stay, 17,500 of 1 BTC and 30,000 USDT may leave as USDT', () => {
    const usdt = { units: 30_000n * COIN, price: PAR, haircutPpm: 1_000_000 };
    const values = marginValues(
      [{ units: COIN, price: btcAt(5_000_000), haircutPpm: 950_000 }, usdt],
      [{ units: 30_000n * COIN, price: PAR }],
    );
    expect(mostWithdrawable(values, usdt, 2_000_000)).toBe(17_500n * COIN);
    expect(mostWithdrawable(values, usdt, 3_000_000)).toBe(0n);
  });

  it('charges 1,000 USDT at 0.001 percent an hour 0.01 at once, and 0.24 over a day', () => {
    expect(hourInterest(1_000n * COIN, 10_000)).toBe(COIN / 100n);
    expect(chargedInterest(exactInterest(1_000n * COIN, 0n, 240_000n))).toBe((24n * COIN) / 100n);
    expect(hourInterest(1n, 1)).toBe(1n);
  });

  it('pays interest before principal, and never more than is owed', () => {
    expect(splitRepayment(5n, 7n, 100n)).toEqual({ interest: 5n, principal: 0n });
    expect(splitRepayment(10n, 7n, 100n)).toEqual({ interest: 7n, principal: 3n });
    expect(splitRepayment(1_000n, 7n, 100n)).toEqual({ interest: 7n, principal: 100n });
  });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const price = fc.record({
  numerator: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  denominator: fc.constantFrom(1n, 7n, 1_000n, 10_000n, 12_345n),
});
const haircutPpm = fc.integer({ min: 0, max: 1_000_000 });
const held = fc.record({ units: amount, price, haircutPpm });
const owed = fc.record({ units: amount, price });

type Price = { readonly numerator: bigint; readonly denominator: bigint };
const line = (units: bigint, { numerator, denominator }: Price, ppm = 1_000_000): oracle.Line => ({
  units,
  price: new Rational(numerator, denominator),
  part: new Rational(ppm, 1_000_000),
});
const assetsOf = (all: readonly { units: bigint; price: Price; haircutPpm: number }[]) =>
  all.map((each) => line(each.units, each.price, each.haircutPpm));
const debtsOf = (all: readonly { units: bigint; price: Price }[]) =>
  all.map((each) => line(each.units, each.price));

describe('against the spreadsheet', () => {
  it('the risk rate is the same, and so is each threshold', () => {
    fc.assert(
      fc.property(fc.array(held, { maxLength: 4 }), fc.array(owed, { maxLength: 3 }), (assets, debts) => {
        const values = marginValues(assets, debts);
        const risk = oracle.riskPpm(assetsOf(assets), debtsOf(debts));
        expect(riskPpm(values)).toBe(risk);
        for (const thresholdPpm of [1_100_000, Number(risk ?? 0n), Number(risk ?? 0n) + 1]) {
          const exact =
            risk !== null &&
            oracle
              .worth(assetsOf(assets))
              .over(oracle.worth(debtsOf(debts)))
              .compare(new Rational(thresholdPpm, 1_000_000)) <= 0;
          expect(riskIsAtMost(values, thresholdPpm)).toBe(exact);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the most that may be borrowed passes and one unit more does not', () => {
    const terms = fc.record({
      price,
      haircutPpm,
      hourlyRatePpb: fc.integer({ min: 0, max: 10_000_000 }),
      leverage: fc.integer({ min: 2, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.array(held, { maxLength: 3 }),
        fc.array(owed, { maxLength: 2 }),
        terms,
        (assets, debts, borrowing) => {
          const passes = (units: bigint) =>
            oracle.mayBorrow(
              assetsOf(assets),
              debtsOf(debts),
              line(units, borrowing.price, borrowing.haircutPpm),
              borrowing.hourlyRatePpb,
              borrowing.leverage,
            );
          const most = mostBorrowable(marginValues(assets, debts), borrowing);
          expect(most).toBe(oracle.largest(10n ** 30n, passes) ?? 0n);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('the most that may leave passes and one unit more does not', () => {
    fc.assert(
      fc.property(
        fc.array(held, { minLength: 1, maxLength: 3 }),
        fc.array(owed, { maxLength: 2 }),
        fc.integer({ min: 1_000_000, max: 5_000_000 }),
        (assets, debts, thresholdPpm) => {
          const [leaving] = assets;
          const passes = (units: bigint) =>
            oracle.mayLeave(
              assetsOf(assets),
              debtsOf(debts),
              line(units, leaving!.price, leaving!.haircutPpm),
              thresholdPpm,
            );
          const most = mostWithdrawable(marginValues(assets, debts), leaving!, thresholdPpm);
          expect(most).toBe(oracle.largest(leaving!.units, passes) ?? 0n);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('interest is the same however often it is added up', () => {
    const hours = fc.array(fc.record({ ratePpb: fc.integer({ min: 0, max: 10_000_000 }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(amount, hours, (principal, rates) => {
        let index = 0n;
        let exact = 0n;
        for (const { ratePpb } of rates) {
          exact += exactInterest(principal, index, index + BigInt(ratePpb));
          index += BigInt(ratePpb);
        }
        const atOnce = chargedInterest(exactInterest(principal, 0n, index));
        expect(chargedInterest(exact)).toBe(atOnce);
        expect(atOnce).toBe(oracle.interest(rates.map(({ ratePpb }) => ({ principal, ratePpb }))));
      }),
    );
  });
});
