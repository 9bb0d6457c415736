import type { PriceAlertRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';

/** Returns what says in words at which price, or after which change, an alert goes off. */
export function useAlertWords(): (alert: PriceAlertRow) => string {
  const text = useText();
  const format = useFormatters();
  return useMemo(
    () =>
      ({ kind, price, percent, windowMinutes, priceDecimals }) =>
        kind === 'above' || kind === 'below'
          ? text(`alerts.when.${kind}`, { price: format.price(price, priceDecimals) })
          : text(`alerts.when.${kind}`, {
              percent: format.percent(percent),
              minutes: String(windowMinutes),
            }),
    [text, format],
  );
}
