import { useMemo } from 'react';
import { useOpenPerpetuals, usePerpetualStates } from '../data/index.ts';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { usePerpetualRows } from './use-perpetuals.ts';
import { valuedAt } from './valued.ts';

/**
 * All that the user has open in contracts, every figure of it at the marks of one frame; null until it is known. Cells of
 * a row and sums over rows agree because they are read from here and nowhere else.
 */
export function useValuedPerpetuals(): OpenPerpetuals | null {
  const open = useOpenPerpetuals();
  const { rows } = usePerpetualRows();
  const states = usePerpetualStates(open?.positions.map(({ symbol }) => symbol) ?? []);
  return useMemo(() => {
    if (open === null || rows === undefined || open.positions.length === 0) return open;
    const marks = new Map(
      [...states].map(([symbol, { markPrice, indexPrice }]) => [
        symbol,
        { markPrice, isStale: indexPrice === null },
      ]),
    );
    return valuedAt(open, marks, rows);
  }, [open, rows, states]);
}
