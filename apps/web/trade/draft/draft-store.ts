import { createContext, type RefObject, use, useEffect, useRef } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { FormMarket } from '../market/trade-market.ts';
import { type Draft, follow, NO_LIMIT, NO_WAIT, retyped, type Side, snapQuantity } from './draft.ts';

interface DraftState {
  readonly draft: Draft;
  /** Number of times that the amount was asked for. */
  readonly asked: number;
}

/** The order being written, which book, chart and form share. */
export interface DraftStore extends StoreApi<DraftState> {
  change(next: Partial<Draft>): void;
  /** A click on a price in the book: a limit order at it. A trailing stop, which has no limit, starts there. */
  pickPrice(price: string): void;
  /** A click on a size: as `pickPrice`, for an order that reaches that deep, on the side that would take it. */
  pickSize(price: string, quantity: string, side: Side): void;
  /** Moves the focus to the amount of the form: what is typed next after a price was picked. */
  askAmount(): void;
}

const emptyDraft: Draft = {
  side: 'buy',
  kind: 'limit',
  quantity: '',
  total: '',
  driver: 'quantity',
  wait: null,
  ...NO_LIMIT,
  ...NO_WAIT,
};

/** The draft with the field that a picked price fills. */
function priced(draft: Draft, price: string): Draft {
  if (draft.wait === 'trailing-stop') return { ...draft, activation: price };
  return { ...retyped(draft, { kind: 'limit' }), price };
}

/** A new draft for one market. */
export function createDraftStore(market: FormMarket): DraftStore {
  const store = createStore<DraftState>(() => ({ draft: emptyDraft, asked: 0 }));
  const set = (draft: Draft) => store.setState({ draft });
  const at = (draft: Draft) => follow(draft, draft.price, market);
  return Object.assign(store, {
    change: (next: Partial<Draft>) => set({ ...store.getState().draft, ...next }),
    pickPrice: (price: string) => {
      const { draft } = store.getState();
      set(at(priced(draft, price)));
    },
    pickSize: (price: string, quantity: string, side: Side) => {
      const { draft } = store.getState();
      const sized = { side, quantity: snapQuantity(quantity, market), driver: 'quantity' } as const;
      set(at({ ...priced(draft, price), ...sized }));
    },
    askAmount: () => store.setState(({ asked }) => ({ asked: asked + 1 })),
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

/** The amount's field, which is focused whenever the amount is asked for. */
export function useAskedAmount(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const asked = useStore(useDraftStore(), (state) => state.asked);
  const seen = useRef(asked);
  useEffect(() => {
    // a form that opens later does not take the focus for an earlier press
    if (asked !== seen.current) field.current?.focus({ preventScroll: true });
    seen.current = asked;
  }, [asked]);
  return field;
}
