import type { LoanProductRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';

/** Returns a function that says why a product takes no application now; null for one that does. */
export function useLoanObstacle() {
  const text = useText();
  const format = useFormatters();
  return ({ state, opensTime }: Pick<LoanProductRow, 'state' | 'opensTime'>): string | null => {
    if (state === 'open') return null;
    return state === 'upcoming'
      ? text('loan.state.upcoming', { time: format.dateTime(opensTime) })
      : text('loan.gone');
  };
}
