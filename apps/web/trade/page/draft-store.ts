import { createContext, use } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { type Draft, follow, type Side, snapQuantity } from '../form/draft.ts';
import type { TradeMarket } from './trade-market.ts';

interface DraftState {
  readonly draft: Draft;
}

/** The order being written, which book, chart and form share. */
export interface DraftStore extends StoreApi<DraftState> {
  change(next: Partial<Draft>): void;
  /** A click on a price in the book: a limit order at it. */
  pickPrice(price: string): void;
  /** A click on a size: a limit order that reaches that deep, on the side that would take it. */
  pickSize(price: string, quantity: string, side: Side): void;
}

const emptyDraft: Draft = {
  side: 'buy',
  kind: 'limit',
  price: '',
  quantity: '',
  total: '',
  driver: 'quantity',
  wait: null,
  trigger: '',
  callback: '',
  activation: '',
  stopPrice: '',
};

/** A new draft for one market. */
export function createDraftStore(market: TradeMarket): DraftStore {
  const store = createStore<DraftState>(() => ({ draft: emptyDraft }));
  const set = (draft: Draft) => store.setState({ draft });
  const at = (draft: Draft) => follow(draft, draft.price, market);
  return Object.assign(store, {
    change: (next: Partial<Draft>) => set({ ...store.getState().draft, ...next }),
    pickPrice: (price: string) => set(at({ ...store.getState().draft, kind: 'limit', price })),
    pickSize: (price: string, quantity: string, side: Side) =>
      set(
        at({
          ...store.getState().draft,
          kind: 'limit',
          side,
          price,
          quantity: snapQuantity(quantity, market),
          driver: 'quantity',
        }),
      ),
  });
}

const DraftContext = createContext<DraftStore | null>(null);
export const DraftProvider = DraftContext.Provider;

/** The page's draft store. @throws Error outside of the provider. */
export function useDraftStore(): DraftStore {
  const store = use(DraftContext);
  if (store === null) throw new Error('no draft: the provider is missing');
  return store;
}

/** The order being written. */
export function useDraft(): Draft {
  return useStore(useDraftStore(), (state) => state.draft);
}
