import { createFormatters } from '@candor/i18n';
import { describe, expect, it } from 'vitest';
import { receiptFigure } from './receipt-figure.ts';

const english = createFormatters('en', 'UTC');
const german = createFormatters('de', 'UTC');
const BTC = { coin: 'USDT', priceDecimals: 2 };
const figure = (name: string, value: string) => receiptFigure(english, name, value, BTC);

describe('a figure of a receipt', () => {
  it('is written as its kind is: prices, coins, rates, ticks with their time', () => {
    expect(figure('openIndex', '64350.1')).toBe('64,350.10');
    expect(receiptFigure(german, 'close', '64350.1', BTC)).toBe('64.350,10');
    expect(figure('paid', '17.5')).toBe('17.5 USDT');
    expect(figure('breakEven', '571429')).toBe('57.15%');
    expect(figure('openTick', '6800000000')).toBe('6800000000 · 22:13:20');
    expect(figure('closeTicks', '6800000000 6800000001 6800000004')).toBe(
      '6800000000 – 6800000004 · 22:13:21',
    );
    expect(figure('formula', '1')).toBe('1');
  });

  it('stays as it is where it is none', () => {
    expect(figure('close', '–')).toBe('–');
    expect(figure('closeTicksRead', '')).toBe('–');
    expect(figure('openTick', 'x')).toBe('x');
  });
});
