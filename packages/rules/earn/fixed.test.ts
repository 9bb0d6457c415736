import { expect, it } from 'vitest';
import {
  earlyExitInterest,
  fixedInterest,
  INTEREST_DAY_MS,
  MAX_CYCLE_DAYS,
  MAX_DAILY_PPM,
  maturesAt,
  type OfferTerms,
  offerTermsHash,
  offerTermsText,
  simpleYearlyPpm,
  wholeDays,
} from './index.ts';

const terms = { principal: 1_234_567_000_001n, dailyPpm: 350, exitPpm: 500_000 };
const HOUR_MS = 3_600_000;

it('pays a whole cycle by the published vector', () => {
  expect(fixedInterest({ ...terms, cycleDays: 45 })).toBe(19_444_430_250n);
});

it('keeps the published share of whole days at an early exit', () => {
  const exit = (afterMs: number) => {
    const days = wholeDays(1_000, 1_000 + afterMs, 45);
    return { days, kept: earlyExitInterest({ ...terms, days }) };
  };
  expect(exit(17 * INTEREST_DAY_MS + 5 * HOUR_MS)).toEqual({ days: 17, kept: 3_672_836_825n });
  expect(exit(45 * INTEREST_DAY_MS - 1_000)).toEqual({ days: 44, kept: 9_506_165_900n });
  expect(exit(INTEREST_DAY_MS - 1)).toEqual({ days: 0, kept: 0n });
  expect(exit(0)).toEqual({ days: 0, kept: 0n });
});

it('counts days between the beginning and the end of the cycle alone', () => {
  expect(wholeDays(5_000, 4_000, 30)).toBe(0);
  expect(wholeDays(0, 31 * INTEREST_DAY_MS, 30)).toBe(30);
  expect(maturesAt(7, 30)).toBe(30 * INTEREST_DAY_MS + 7);
});

it('rounds down by less than one unit, and never keeps more than the whole', () => {
  let state = 5;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  for (let i = 0; i < 2_000; i++) {
    const principal = BigInt(1 + random(2_000_000_000)) * BigInt(1 + random(2_000_000_000));
    const dailyPpm = 1 + random(MAX_DAILY_PPM);
    const cycleDays = 1 + random(MAX_CYCLE_DAYS);
    const exitPpm = random(1_000_001);
    const days = random(cycleDays);
    const interest = fixedInterest({ principal, dailyPpm, cycleDays });
    const exact = principal * BigInt(dailyPpm) * BigInt(cycleDays);
    expect(interest * 1_000_000n <= exact && exact < (interest + 1n) * 1_000_000n).toBe(true);
    const kept = earlyExitInterest({ principal, dailyPpm, exitPpm, days });
    expect(kept >= 0n && kept <= interest).toBe(true);
  }
});

it('names a simple yearly rate, without interest on interest', () => {
  expect(simpleYearlyPpm(500)).toBe(182_500);
});

const published = {
  product: 'staking',
  offerId: 12,
  asset: 'USDT',
  dailyPpm: 350,
  cycleDays: 45,
  exitPpm: 500_000,
  minAmount: '10',
  maxAmount: '50000',
  userCapAmount: '50000',
  capAmount: '1000000',
} as const;

it('writes an offer’s terms as one text with one hash', () => {
  expect(offerTermsText(published)).toBe(
    'candor-offer-1\nproduct: staking\nofferId: 12\nasset: USDT\ndailyPpm: 350\ncycleDays: 45\nexitPpm: 500000\n' +
      'minAmount: 10\nmaxAmount: 50000\nuserCapAmount: 50000\ncapAmount: 1000000\n',
  );
  expect(offerTermsHash(published)).toMatch(/^[0-9a-f]{64}$/);
  const { offerId, capAmount, ...others } = published;
  expect(offerTermsHash({ capAmount, ...others, offerId })).toBe(offerTermsHash(published));
});

const invested = {
  ...published,
  product: 'finance',
  name: 'USDT 45',
  zone: 'members',
  lockDays: 10,
  maxParticipations: 3,
} as const;

it('adds a finance product’s own terms', () => {
  expect(offerTermsText(invested)).toBe(
    `${offerTermsText(published).replace('product: staking', 'product: finance')}` +
      'name: USDT 45\nzone: members\nlockDays: 10\nmaxParticipations: 3\n',
  );
});

it.each(Object.entries(invested))('has another hash for another %s', (name, value) => {
  const others: Readonly<Record<string, string>> = { product: 'staking', zone: 'ordinary' };
  const other = typeof value === 'number' ? value + 1 : (others[name] ?? `${value}1`);
  expect(offerTermsHash({ ...invested, [name]: other } as OfferTerms)).not.toBe(offerTermsHash(invested));
});

it('refuses terms with letters that nobody could compare', () => {
  expect(() => offerTermsHash({ ...published, asset: 'USDТ' })).toThrow('ASCII');
});
