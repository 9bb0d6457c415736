import type { MarginKind, SideEffectType } from '@candor/api';
import { sentNumber } from '@candor/i18n';
import { toasts, useAct, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useClient, useServices } from '../../data/index.ts';
import { type Draft, isByAmount } from '../draft/draft.ts';
import type { TradeMarket } from '../market/trade-market.ts';

/** The margin account that an order is placed from, and what it does beside trading. */
export interface MarginOrder {
  readonly kind: MarginKind;
  readonly effect: SideEffectType;
}

/** The index is the price that moves without a trade of ours. */
const TRIGGER_SOURCE = 'index' as const;

/** Returns the trigger of a draft, as fields of the call. */
function triggerOf({ wait, trigger, callback, activation }: Draft) {
  if (wait === null || wait === 'oco') return {};
  if (wait !== 'trailing-stop')
    return { triggerKind: wait, triggerSource: TRIGGER_SOURCE, triggerPrice: sentNumber(trigger) };
  const start = activation === '' ? {} : { activationPrice: sentNumber(activation) };
  return {
    triggerKind: wait,
    triggerSource: TRIGGER_SOURCE,
    callbackPercent: sentNumber(callback),
    ...start,
  };
}

/** The body of the call for a draft that is no pair. */
export function orderBody(draft: Draft, symbol: string) {
  return { ...plainBody(draft, symbol), ...triggerOf(draft) };
}

/** The body of the call for an order that waits for nothing. */
function plainBody(draft: Draft, symbol: string) {
  if (draft.kind === 'market') {
    const size = isByAmount(draft)
      ? { quoteAmount: sentNumber(draft.total) }
      : { quantity: sentNumber(draft.quantity) };
    return { symbol, type: 'market', ...size } as const;
  }
  return {
    symbol,
    type: 'limit',
    price: sentNumber(draft.price),
    quantity: sentNumber(draft.quantity),
    timeInForce: draft.postOnly ? 'GTC' : draft.timeInForce,
    postOnly: draft.postOnly,
  } as const;
}

/** The body of the call for a pair of which one cancels the other. */
export function pairBody(draft: Draft, symbol: string) {
  return {
    symbol,
    quantity: sentNumber(draft.quantity),
    price: sentNumber(draft.price),
    triggerPrice: sentNumber(draft.trigger),
    triggerSource: TRIGGER_SOURCE,
    stopPrice: sentNumber(draft.stopPrice),
  };
}

/**
 * Sends a draft, once: a retry whose outcome is open carries the same key. A toast says what was done, the form what it
 * failed with.
 */
export function usePlaceOrder(market: TradeMarket, margin: MarginOrder | null, onPlaced: () => void) {
  const client = useClient();
  const { notices } = useServices();
  const intl = useIntl();
  const format = useFormatters();
  return useAct({
    mutationFn: async (draft: Draft, sending) => {
      const params = { side: draft.side };
      if (margin !== null) {
        const body = { ...plainBody(draft, market.symbol), sideEffectType: margin.effect };
        return client.call(
          'marginExchange',
          { params: { ...params, marginType: margin.kind }, body },
          sending,
        );
      }
      if (draft.wait !== 'oco')
        return client.call('exchange', { params, body: orderBody(draft, market.symbol) }, sending);
      await client.call('exchangeOco', { params, body: pairBody(draft, market.symbol) }, sending);
      return { orderId: null, status: 'waiting', tradedQuantity: null, averagePrice: null } as const;
    },
    onSuccess: (receipt, draft) => {
      const values = {
        side: draft.side,
        quantity: format.quantity(receipt.tradedQuantity, market.quantityDecimals),
        coin: market.base,
        price: format.price(receipt.averagePrice, market.priceDecimals),
      };
      if (receipt.status === 'waiting') {
        toasts.noted(intl.formatMessage({ id: 'trade.toast.waiting' }));
      } else if (receipt.status === 'filled') {
        notices.saidHere.filled('spot', receipt.orderId);
        toasts.done(intl.formatMessage({ id: 'trade.toast.filled' }, values));
      } else if (receipt.status === 'open') {
        toasts.noted(intl.formatMessage({ id: 'trade.toast.resting' }, values));
      } else if (receipt.averagePrice !== null) {
        toasts.noted(intl.formatMessage({ id: 'trade.toast.partial' }, values));
      } else {
        toasts.noted(intl.formatMessage({ id: 'trade.toast.expired' }, values));
      }
      onPlaced();
    },
  });
}
