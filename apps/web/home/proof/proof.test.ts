import type { SettledFill, TickChainRecord } from '@candor/api';
import { createFormatters } from '@candor/i18n';
import { NO_TICK_HASH, tickHash } from '@candor/prices';
import { describe, expect, it } from 'vitest';
import { followSettled, leadingSettlement, NO_SETTLEMENTS } from './check-settled.ts';
import { fillEquation } from './equation.tsx';
import { exampleFill } from './example.ts';
import { followChain, NO_CHAIN } from './follow-chain.ts';

const CHAINED_MS = 1_000_000;

function records(count: number, from = 1, previousHash = NO_TICK_HASH): TickChainRecord[] {
  const made: TickChainRecord[] = [];
  let before = previousHash;
  for (let no = from; no < from + count; no += 1) {
    const content = { no, previousHash: before, tickNo: 4_000 + no, chainedMs: CHAINED_MS + 250 * no };
    const quote = {
      venueId: 1,
      symbolId: 1,
      bidTicks: 100 + no,
      askTicks: 102 + no,
      venueTimeMs: CHAINED_MS,
    };
    before = tickHash({ ...content, quotes: [quote] });
    made.push({ ...content, hash: before, quotes: [[1, 1, 100 + no, 102 + no, CHAINED_MS]] });
  }
  return made;
}

const answer = (all: readonly TickChainRecord[], time = CHAINED_MS + 2_000) => ({ records: all, time });

const fill: SettledFill = {
  id: 7,
  symbol: 'BTCUSDT',
  symbol_name: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 2,
  takerSide: 'buy',
  price: '50000.00',
  quantity: '0.0123',
  amount: '615',
  buyer: { coin: 'BTC', fee: '0.0000123', feePpm: 1_000, toSafetyFund: '0.00000123' },
  seller: { coin: 'USDT', fee: '0.492', feePpm: 800, toSafetyFund: '0.0492' },
  house: false,
  time: 5,
  seq: 9,
};

const settled = (fills: readonly SettledFill[]) => ({ seconds: [], fills, contractFees: [], time: 6 });

describe('the chain of ticks on the page', () => {
  it('is followed from answer to answer, and counted', () => {
    const all = records(5);
    const first = followChain(NO_CHAIN, answer(all.slice(0, 3)));
    expect(first).toMatchObject({ checked: 3, links: 2, wrong: null, isSilent: false });
    const next = followChain(first, answer(all.slice(3)));
    expect(next).toMatchObject({ checked: 5, links: 4, wrong: null, end: { no: 5 } });
    expect(next.tape.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5]);
    expect(followChain(next, answer([], CHAINED_MS + 60_000)).isSilent).toBe(true);
  });

  it('stops at a forged record and stays stopped, whatever comes then', () => {
    const all = records(5);
    const forged = all.map((record, at) => (at === 3 ? { ...record, quotes: [] } : record));
    const stopped = followChain(NO_CHAIN, answer(forged));
    expect(stopped).toMatchObject({ checked: 3, wrong: { no: 4, reason: 'hash' } });
    expect(followChain(stopped, answer(all.slice(3)))).toBe(stopped);
  });

  it('finds another past that was sealed again', () => {
    const first = followChain(NO_CHAIN, answer(records(3)));
    const other = followChain(first, answer(records(2, 4, 'a'.repeat(64))));
    expect(other.wrong).toEqual({ no: 4, reason: 'link' });
  });
});

describe('the settlements on the page', () => {
  it('count once each, and lead with the newest', () => {
    const older = { ...fill, id: 6, time: 4 };
    const first = followSettled(NO_SETTLEMENTS, settled([fill, older]));
    expect(first).toMatchObject({ checked: 2, failed: 0 });
    const again = followSettled(first, settled([fill, older]));
    expect(again).toMatchObject({ checked: 2, failed: 0 });
    expect(leadingSettlement(again)?.key).toBe(`fill ${JSON.stringify(fill)}`);
    expect(leadingSettlement(NO_SETTLEMENTS)).toBeNull();
  });

  it.each<[string, SettledFill]>([
    ['another amount', { ...fill, amount: '615.01' }],
    ['a fee that is too high', { ...fill, buyer: { ...fill.buyer, fee: '0.0000124' } }],
    ['nothing for the fund', { ...fill, seller: { ...fill.seller, toSafetyFund: '0' } }],
    ['a figure that is none', { ...fill, price: 'x' }],
    ['a rate that is none', { ...fill, buyer: { ...fill.buyer, feePpm: 1.5 } }],
  ])('lead with the one that does not hold: %s', (_, forged) => {
    const followed = followSettled(NO_SETTLEMENTS, settled([{ ...fill, id: 8, time: 99 }, forged]));
    expect(followed).toMatchObject({ checked: 2, failed: 1 });
    const leading = leadingSettlement(followed);
    expect(leading?.check.ok).toBe(false);
    // and it can be written down, whatever stands in it
    const equation = fillEquation(createFormatters('en'), forged, leading!.check);
    expect(equation.holds).toBe(false);
    expect(equation.signs.at(-1)).toBe('≠');
  });

  it('are written with their figures', () => {
    const followed = followSettled(NO_SETTLEMENTS, settled([fill]));
    expect(fillEquation(createFormatters('en'), fill, followed.fills[0]!.check)).toEqual({
      terms: ['0.0123 BTC', '50,000.00', '615 USDT'],
      signs: ['×', '='],
      holds: true,
    });
  });
});

describe('the example before the first settlement', () => {
  const rates = { makerPercent: '0.08', takerPercent: '0.1' };

  it('holds at the published fees', () => {
    const { row, check } = exampleFill(rates, false);
    expect(check.ok).toBe(true);
    expect(check.steps).toHaveLength(5);
    expect(row).toMatchObject({ amount: '600', buyer: { fee: '0.00001' }, seller: { fee: '0.48' } });
  });

  it('fails at the fee that is too high, and nowhere else', () => {
    const { check } = exampleFill(rates, true);
    expect(check.steps.filter(({ ok }) => !ok)).toEqual([
      { name: 'sellerFee', stated: '0.58', recomputed: '0.48', ok: false },
    ]);
  });
});
