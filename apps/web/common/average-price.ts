import type { Formatters } from '@candor/i18n';

/** An average price in all the places that it comes with, and at least in those of the market's prices. */
export function averageText(
  format: Pick<Formatters, 'price'>,
  value: string | null,
  priceDecimals: number,
): string {
  const places = value?.split('.')[1]?.length ?? 0;
  return format.price(value, Math.max(places, priceDecimals));
}
