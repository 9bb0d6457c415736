import type { MessageId } from '@candor/i18n';
import { useFormatters, useText } from '@candor/ui';
import { useEffect } from 'react';
import { setPageTitle } from '../../common/tab-title.ts';
import { usePricesOld } from '../../data/index.ts';
import type { TradeMarket } from './trade-market.ts';

/**
 * Puts a market, its product and its price into the title while the market is shown. `price` is nullish while there is none;
 * one that is no longer current is left out, because a tab in the background shows nothing else.
 */
export function useLiveTitle(
  market: TradeMarket,
  price: string | null | undefined,
  product: MessageId | null,
): void {
  const format = useFormatters();
  const text = useText();
  const isOld = usePricesOld();
  const shown = isOld || price == null ? '' : `${format.price(price, market.priceDecimals)} `;
  const name = product === null ? market.name : `${market.name} ${text(product)}`;
  useEffect(() => setPageTitle(`${shown}${name} · Candor`), [shown, name]);
}
