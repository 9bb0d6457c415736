import { describe, expect, it } from 'vitest';
import { BASIS_SCALE, BASIS_TICKS, type MarkTerms, markPrice, nextBasis } from './mark.ts';

const TERMS: MarkTerms = {
  indexTicks: 100_000,
  bidTicks: 100_100,
  askTicks: 100_140,
  lastTicks: 100_120,
  basisAverage: 2 * 80 * BASIS_SCALE,
  fundingPpb: 100_000,
  fundingLeftMs: 14_400_000,
  fundingIntervalMs: 28_800_000,
  clampPpm: 2_500,
};

describe('the mark', () => {
  it('is the median of its three parts', () => {
    // by the basis 100,080; by the book 100,120; by funding 100,005
    expect(markPrice(TERMS)).toBe(100_080);
    expect(markPrice({ ...TERMS, basisAverage: 2 * 200 * BASIS_SCALE })).toBe(100_120);
    expect(markPrice({ ...TERMS, basisAverage: -2 * 200 * BASIS_SCALE })).toBe(100_005);
  });

  it('is the index without a book of others than the house', () => {
    expect(markPrice({ ...TERMS, bidTicks: null })).toBe(100_000);
    expect(markPrice({ ...TERMS, askTicks: null })).toBe(100_000);
  });

  it('takes the mid while nothing was traded', () => {
    const terms = { ...TERMS, basisAverage: 2 * 200 * BASIS_SCALE, lastTicks: null };
    expect(markPrice(terms)).toBe(100_120);
  });

  it('rounds every part down, below the index too', () => {
    const terms = {
      ...TERMS,
      fundingPpb: -100_000,
      basisAverage: -1,
      lastTicks: 99_000,
      bidTicks: 99_000,
      askTicks: 99_001,
    };
    // by the basis 99,999 and not 100,000; by funding 99,995; by the book 99,000
    expect(markPrice(terms)).toBe(99_995);
    expect(markPrice({ ...terms, fundingPpb: 0 })).toBe(99_999);
  });

  it('moves no further than its clamp, however long a book is held away', () => {
    const away = { ...TERMS, bidTicks: 103_000, askTicks: 103_000, lastTicks: 103_000 };
    let basisAverage = 0;
    const marks: number[] = [];
    for (let tick = 0; tick < 10 * BASIS_TICKS; tick++) {
      basisAverage = nextBasis(basisAverage, away.indexTicks, away.bidTicks, away.askTicks);
      marks.push(markPrice({ ...away, basisAverage }));
    }
    expect(Math.max(...marks)).toBe(100_250);
    expect(marks[0]).toBeLessThan(100_020);
  });

  it('follows a basis that stays', () => {
    let basis = 0;
    for (let tick = 0; tick < 20 * BASIS_TICKS; tick++) basis = nextBasis(basis, 100_000, 100_010, 100_030);
    expect(Math.round(basis / BASIS_SCALE)).toBe(40);
    for (let tick = 0; tick < 20 * BASIS_TICKS; tick++) basis = nextBasis(basis, 100_000, null, null);
    expect(Math.abs(basis)).toBeLessThan(BASIS_SCALE / 100);
  });
});
