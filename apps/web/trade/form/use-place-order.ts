import { toasts, useFormatters } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient } from '../../data/index.ts';
import type { TradeMarket } from '../page/trade-market.ts';
import type { Draft } from './draft.ts';

export interface OrderOptions {
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
}

/** The body of the call for a draft. */
export function orderBody(draft: Draft, options: OrderOptions, symbol: string) {
  if (draft.kind === 'market') {
    const size = draft.driver === 'total' ? { quoteAmount: draft.total } : { quantity: draft.quantity };
    return { symbol, type: 'market', ...size } as const;
  }
  return {
    symbol,
    type: 'limit',
    price: draft.price,
    quantity: draft.quantity,
    timeInForce: options.postOnly ? 'GTC' : options.timeInForce,
    postOnly: options.postOnly,
  } as const;
}

/**
 * Sends a draft, once: the request's key is made when the user presses, so a retry of the same press is the same
 * order. Says in a toast what became of it.
 */
export function usePlaceOrder(market: TradeMarket, onPlaced: () => void) {
  const client = useClient();
  const intl = useIntl();
  const format = useFormatters();
  return useMutation({
    mutationFn: ({ draft, options, key }: { draft: Draft; options: OrderOptions; key: string }) =>
      client.call(
        'exchange',
        { params: { side: draft.side }, body: orderBody(draft, options, market.symbol) },
        { idempotencyKey: key },
      ),
    onSuccess: (receipt, { draft }) => {
      const values = {
        side: intl.formatMessage({ id: `trade.side.${draft.side}` }),
        quantity: format.quantity(receipt.tradedQuantity, market.quantityDecimals),
        unit: market.base,
        price: format.price(receipt.averagePrice, market.priceDecimals),
      };
      if (receipt.status === 'filled') {
        toasts.success(intl.formatMessage({ id: 'trade.toast.filled' }, values));
      } else if (receipt.status === 'open') {
        toasts.info(intl.formatMessage({ id: 'trade.toast.resting' }, values));
      } else if (receipt.averagePrice !== null) {
        toasts.info(intl.formatMessage({ id: 'trade.toast.partial' }, values));
      } else {
        toasts.info(intl.formatMessage({ id: 'trade.toast.expired' }, values));
      }
      onPlaced();
    },
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
}
