import { sentNumber, type TypedNumber } from '@candor/i18n';
import { toasts, useAct, useFormatters } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { queryKeys, useClient, useServices, useSignedIn } from '../data/index.ts';
import type { TriggerDraft } from './entry-trigger.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import { type StopDraft, stopBody } from './stop-fields.tsx';

/** Leverage and margin mode before a user has set them. */
const FIRST_SETTING = { leverage: 10, marginMode: 'isolated' } as const;

/**
 * The user's leverage and margin mode of a contract, and how to change them: at once, for what comes and what is open.
 * `isShown`: the dialog that shows the error of a change is open; a toast shows it otherwise.
 */
export function usePerpetualSettings(symbol: string, isShown: boolean) {
  const client = useClient();
  const queries = useQueryClient();
  const signedIn = useSignedIn();
  const settings = useQuery({
    queryKey: queryKeys.perpetualSettings,
    queryFn: () => client.call('getContractSettings'),
    enabled: signedIn,
  });
  const change = useAct({
    isShown,
    mutationFn: (
      next: { readonly leverage: number } | { readonly marginMode: 'isolated' | 'cross' },
      sending,
    ): Promise<unknown> =>
      'leverage' in next
        ? client.call('updateContractLeverage', { body: { symbol, leverageRadio: next.leverage } }, sending)
        : client.call('updateMarginMode', { body: { symbol, marginMode: next.marginMode } }, sending),
    saysDone: true,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.perpetualSettings }),
  });
  const found = settings.data?.find((setting) => setting.symbol === symbol);
  return {
    value: found ?? FIRST_SETTING,
    change,
    setLeverage: (leverage: number, onDone?: () => void) =>
      change.mutate({ leverage }, onDone === undefined ? {} : { onSuccess: onDone }),
    setMarginMode: (marginMode: 'isolated' | 'cross') => change.mutate({ marginMode }),
  };
}

export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

export interface PerpetualOrderDraft {
  readonly action: 'open' | 'close';
  readonly side: 'long' | 'short';
  readonly kind: 'limit' | 'market';
  readonly price: TypedNumber;
  readonly quantity: TypedNumber;
  readonly postOnly: boolean;
  /** Time in force of a limit order; a post-only one is GTC. */
  readonly timeInForce: TimeInForce;
  /** Null for an order that is placed at once. */
  readonly trigger: TriggerDraft | null;
  readonly stops: StopDraft | null;
}

/** The body of the call for a draft. */
export function perpetualOrderBody(draft: PerpetualOrderDraft, symbol: string) {
  const { kind, price, quantity, postOnly, timeInForce, trigger, stops } = draft;
  const limit = () =>
    ({
      type: 'limit',
      price: sentNumber(price),
      postOnly,
      timeInForce: postOnly ? 'GTC' : timeInForce,
    }) as const;
  return {
    symbol,
    quantity: sentNumber(quantity),
    ...(kind === 'limit' ? limit() : ({ type: 'market' } as const)),
    ...(trigger === null ? {} : { triggerPrice: sentNumber(trigger.price), triggerBy: trigger.by }),
    ...(stops === null ? {} : entryStops(stops)),
  };
}

/** An entry says of how many contracts its stops are, and what fires them, by other names than a position does. */
function entryStops(stops: StopDraft) {
  const { quantity, triggerBy, ...rest } = stopBody(stops);
  return {
    ...rest,
    ...(quantity === undefined ? {} : { stopQuantity: quantity }),
    ...(triggerBy === undefined ? {} : { stopTriggerBy: triggerBy }),
  };
}

/** Sends a draft, once. Says in a toast what was done; the form says what it failed with. */
export function usePlacePerpetual(market: PerpetualMarket, onPlaced: () => void) {
  const client = useClient();
  const { notices } = useServices();
  const intl = useIntl();
  const format = useFormatters();
  return useAct({
    mutationFn: (draft: PerpetualOrderDraft, sending) =>
      client.call(
        draft.action === 'open' ? 'openContract' : 'closeContract',
        { params: { positionSide: draft.side }, body: perpetualOrderBody(draft, market.symbol) },
        sending,
      ),
    onSuccess: (receipt, { action, side }) => {
      const values = {
        direction: action === 'open' ? (side === 'long' ? 1 : 2) : side === 'long' ? 3 : 4,
        count: Number(receipt.tradedQuantity),
        price: format.price(receipt.averageDealPrice, market.priceDecimals),
      };
      const filled = receipt.averageDealPrice !== null;
      if (receipt.status === 'filled') {
        notices.saidHere.filled('contract', receipt.orderId);
        toasts.done(intl.formatMessage({ id: 'perpetual.toast.filled' }, values));
      } else if (receipt.status === 'open' || receipt.status === 'waiting') {
        const id = receipt.status === 'open' ? 'trade.toast.resting' : 'trade.toast.waiting';
        toasts.noted(intl.formatMessage({ id }));
      } else {
        const id = filled ? 'perpetual.toast.partial' : 'trade.toast.expired';
        toasts.noted(intl.formatMessage({ id }, values));
      }
      onPlaced();
    },
  });
}
