import { decimalsOf, trimFigure } from '@candor/i18n';
import { useFormatters } from '@candor/ui';

/** Returns a function that writes a share of a fee with the decimals that count: 20 is 20%, 12.5 is 12.5%. */
export function useShare(): (percent: string) => string {
  const format = useFormatters();
  return (percent) => format.percent(percent, decimalsOf(trimFigure(percent, 0)));
}
