import type { SwapQuoteRow } from '@candor/api';
import { checkSwap } from '@candor/proofs';
import { useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import { rateDigits } from './rate-digits.ts';

const SPREAD_DIGITS = 4;

/** One line of a quote or of its receipt. */
export interface QuoteLine {
  readonly label: string;
  readonly value: string;
}

/** The quote recomputed in this browser. */
export function useSwapCheck(quote: SwapQuoteRow) {
  return useMemo(() => checkSwap(quote), [quote]);
}

/** Returns the lines that a quote and its receipt share: rate, both index prices and the spread. */
export function useQuoteLines(quote: SwapQuoteRow): readonly QuoteLine[] {
  const text = useText();
  const format = useFormatters();
  const { from, to, fromLeg, toLeg } = quote;
  // both prices are in the coin whose own price is 1
  const priced = [fromLeg, toLeg].flatMap(({ coin, symbol, price }) =>
    symbol === null ? [] : [{ coin, value: `${format.price(price)} ${symbol.slice(coin.length)}` }],
  );
  return [
    {
      label: text('swap.rate'),
      value: `1 ${from} = ${format.quantity(quote.rate, rateDigits(quote.rate))} ${to}`,
    },
    ...priced.map(({ coin, value }) => ({ label: text('swap.index', { coin }), value })),
    { label: text('swap.spread'), value: format.percent(quote.spreadPercent, SPREAD_DIGITS) },
  ];
}
