import { useFormatters, useHeld, useRefusalText, useText } from '@candor/ui';
import { type FormEvent, useState } from 'react';
import { useBalances, useSignedIn, useTicker } from '../../data/index.ts';
import { faultField, problemField } from '../../forms/fault-field.ts';
import type { BookFill } from '../draft/book-fill.ts';
import {
  type Draft,
  type DraftProblem,
  follow,
  problemOf,
  referencePrice,
  refusedIn,
  retyped,
  takeShare,
} from '../draft/draft.ts';
import { useAskedAmount, useDraft, useDraftStore } from '../draft/draft-store.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { type MarginFunds, spendable } from './margin-funds.ts';
import { useBookFill } from './use-book-fill.ts';
import { usePlaceOrder } from './use-place-order.ts';

const nothingAvailable = { base: '0', quote: '0' };

export interface OrderFormProps {
  readonly market: TradeMarket;
  /** Left out for the spot account. */
  readonly margin?: MarginFunds;
  /** Called after an order went through, so that a sheet can close. */
  readonly onPlaced?: () => void;
}

/** Returns the draft as shown: of a market order the figure that was not typed is what the book makes of the other. */
function withFill(typed: Draft, filled: BookFill | null): Draft {
  if (filled === null) return typed;
  return typed.driver === 'total'
    ? { ...typed, quantity: filled.quantity }
    : { ...typed, total: filled.total };
}

/** Returns the amounts that an order can pay with; null while they are not known. */
function useSpendable({ base, quote }: TradeMarket, margin: MarginFunds | undefined, side: Draft['side']) {
  const balances = useBalances();
  if (margin !== undefined) return spendable(margin, side);
  if (balances === null) return null;
  return {
    base: balances.get(base)?.available ?? '0',
    quote: balances.get(quote)?.available ?? '0',
  };
}

/** Returns the words for why the draft cannot be sent. */
function useProblemText(market: TradeMarket, draft: Draft, problem: DraftProblem | null): string | null {
  const text = useText();
  const format = useFormatters();
  const refusalText = useRefusalText();
  if (problem === null) return null;
  if (problem === 'ui.number.unread') return refusalText(refusedIn(draft));
  return text(problem, {
    minimum: `${format.quantity(market.minNotional)} ${market.quote}`,
    maximum: `${format.quantity(market.maxQuantity)} ${market.base}`,
    coin: draft.side === 'buy' ? market.quote : market.base,
  });
}

export type OrderFormState = ReturnType<typeof useOrderForm>;

/** The state of the order form: the draft as it is shown, what it can pay with, why it cannot be sent, and the act. */
export function useOrderForm({ market, margin, onPlaced }: OrderFormProps) {
  const signedIn = useSignedIn();
  const ticker = useTicker(market.symbol);
  const lastPrice = ticker?.last ?? '';
  const index = ticker?.index ?? null;
  const store = useDraftStore();
  const typed = useDraft();
  const fill = useBookFill(typed, market);
  const filled = typed.kind === 'market' ? fill : null;
  const draft = withFill(typed, filled);
  const amountRef = useAskedAmount();
  const [pressed, setPressed] = useState(false);
  const place = usePlaceOrder(market, margin ?? null, () => {
    store.change({ quantity: '', total: '' });
    setPressed(false);
    onPlaced?.();
  });

  const available = useSpendable(market, margin, draft.side);
  // an order on its way already has its hold: the form still reckons with what there was before
  const payable = useHeld(available, place.isPending);
  const reference = filled?.averagePrice || referencePrice(draft, lastPrice);
  const problem = problemOf(draft, signedIn ? payable : null, reference, market, index);
  const shownProblem = pressed ? problem : null;
  const problemText = useProblemText(market, draft, shownProblem);
  return {
    draft,
    fill,
    available,
    payable,
    lastPrice,
    index,
    amountRef,
    place,
    problemText,
    /** The field that is marked. */
    fault: problemField(shownProblem) ?? faultField(place.error),
    change(next: Partial<Draft>) {
      if (!place.isPending) place.reset();
      const changed = { ...retyped(typed, next), ...next };
      store.change(follow(changed, referencePrice(changed, lastPrice), market));
    },
    takeShare(percent: number) {
      store.change(takeShare(draft, percent, payable ?? nothingAvailable, reference, market));
    },
    submit(event: FormEvent) {
      event.preventDefault();
      setPressed(true);
      if (problem !== null || place.isPending) return;
      place.mutate(draft);
    },
  };
}
