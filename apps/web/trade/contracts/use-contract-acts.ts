import { toasts, useFormatters } from '@candor/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useAct } from '../../app/use-act.ts';
import { queryKeys, useClient, useSignedIn } from '../../data/index.ts';
import type { ContractMarket } from './contract-market.ts';
import type { TriggerDraft } from './entry-trigger.tsx';
import { type StopDraft, stopBody } from './stop-fields.tsx';

/** What leverage and margin mode are before a user has set them. */
const FIRST_SETTING = { leverage: 10, marginMode: 'isolated' } as const;

/** The user's leverage and margin mode of a contract, and how to change them: at once, for what comes and what is open. */
export function useContractSettings(symbol: string) {
  const client = useClient();
  const intl = useIntl();
  const queries = useQueryClient();
  const signedIn = useSignedIn();
  const settings = useQuery({
    queryKey: queryKeys.contractSettings,
    queryFn: () => client.call('getContractSettings'),
    enabled: signedIn,
  });
  const change = useMutation({
    mutationFn: (
      next: { readonly leverage: number } | { readonly marginMode: 'isolated' | 'cross' },
    ): Promise<unknown> =>
      'leverage' in next
        ? client.call('updateContractLeverage', { body: { symbol, leverageRadio: next.leverage } })
        : client.call('updateMarginMode', { body: { symbol, marginMode: next.marginMode } }),
    onError: (error) => toasts.refused(wordsOf(intl, error)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.contractSettings }),
  });
  const found = settings.data?.find((setting) => setting.symbol === symbol);
  return {
    value: found ?? FIRST_SETTING,
    isPending: change.isPending,
    setLeverage: (leverage: number, onDone?: () => void) =>
      change.mutate({ leverage }, onDone === undefined ? {} : { onSettled: onDone }),
    setMarginMode: (marginMode: 'isolated' | 'cross') => change.mutate({ marginMode }),
  };
}

export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

export interface ContractOrderDraft {
  readonly action: 'open' | 'close';
  readonly side: 'long' | 'short';
  readonly kind: 'limit' | 'market';
  readonly price: string;
  readonly quantity: string;
  readonly postOnly: boolean;
  /** Of a limit order; a post-only one is GTC. */
  readonly timeInForce: TimeInForce;
  /** Null for an order that is placed at once. */
  readonly trigger: TriggerDraft | null;
  readonly stops: StopDraft | null;
  readonly key: string;
}

/** The body of the call for a draft. */
export function contractOrderBody(draft: ContractOrderDraft, symbol: string) {
  const { kind, price, quantity, postOnly, timeInForce, trigger, stops } = draft;
  const limit = { type: 'limit', price, postOnly, timeInForce: postOnly ? 'GTC' : timeInForce } as const;
  return {
    symbol,
    quantity,
    ...(kind === 'limit' ? limit : ({ type: 'market' } as const)),
    ...(trigger === null ? {} : { triggerPrice: trigger.price, triggerBy: trigger.by }),
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
export function usePlaceContract(market: ContractMarket, onPlaced: () => void) {
  const client = useClient();
  const intl = useIntl();
  const format = useFormatters();
  return useAct({
    mutationFn: (draft: ContractOrderDraft, watch) =>
      client.call(
        draft.action === 'open' ? 'openContract' : 'closeContract',
        { params: { positionSide: draft.side }, body: contractOrderBody(draft, market.symbol) },
        { idempotencyKey: draft.key, ...watch },
      ),
    onSuccess: (receipt, { action, side }) => {
      const direction = action === 'open' ? (side === 'long' ? 1 : 2) : side === 'long' ? 3 : 4;
      const values = {
        side: intl.formatMessage({ id: `trade.contract.direction.${direction}` }),
        quantity: format.quantity(receipt.tradedQuantity, 0),
        unit: market.sizeUnit,
        price: format.price(receipt.averageDealPrice, market.priceDecimals),
      };
      const filled = receipt.averageDealPrice !== null;
      const ids: Readonly<Record<string, string>> = { filled: 'filled', open: 'resting', waiting: 'waiting' };
      const id = ids[receipt.status] ?? (filled ? 'partial' : 'expired');
      if (id === 'filled') toasts.done(intl.formatMessage({ id: 'trade.toast.filled' }, values));
      else toasts.noted(intl.formatMessage({ id: `trade.toast.${id}` }, values));
      onPlaced();
    },
  });
}
