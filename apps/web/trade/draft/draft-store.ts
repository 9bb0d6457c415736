import { createContext, type RefObject, use, useCallback, useEffect, useRef } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { FormMarket } from '../market/trade-market.ts';
import { type Draft, follow, NO_LIMIT, NO_WAIT, retyped, type Side, snapQuantity } from './draft.ts';

interface DraftState {
  readonly draft: Draft;
  /** Number of times that the amount was asked for. */
  readonly asked: number;
  /** True where the ticket closes what its side holds: a long is closed by selling. */
  readonly closes: boolean;
  /** State that tickets keep beside the draft, by name; see `useTicketState`. */
  readonly kept: Readonly<Record<string, unknown>>;
}

/** The order being written, which book, chart and form share. */
export interface DraftStore extends StoreApi<DraftState> {
  /** Changes the draft. Of an order of another type, side and size stay, and what `next` names; see `retyped`. */
  change(next: Partial<Draft>): void;
  /** States whether the ticket closes what its side holds. */
  setCloses(closes: boolean): void;
  /** Keeps a state of a ticket under its name. */
  keep(name: string, value: unknown): void;
  /** A click on a price in the book: a limit order at it. A trailing stop, which has no limit, starts there. */
  pickPrice(price: string): void;
  /** A click on a size: as `pickPrice`, for an order that reaches that deep; `taker` buys or sells what stands there. */
  pickSize(price: string, quantity: string, taker: Side): void;
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

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** A new draft for one market. */
export function createDraftStore(market: FormMarket): DraftStore {
  const store = createStore<DraftState>(() => ({ draft: emptyDraft, asked: 0, closes: false, kept: {} }));
  const set = (draft: Draft) => store.setState({ draft });
  const at = (draft: Draft) => follow(draft, draft.price, market);
  return Object.assign(store, {
    change: (next: Partial<Draft>) => {
      const { draft } = store.getState();
      const same = retyped(draft, next);
      // without its price the figure that followed it is none of the new order's
      const isCleared = same.price !== draft.price && next.price === undefined;
      const changed = { ...same, ...next };
      set(isCleared ? at(changed) : changed);
    },
    setCloses: (closes: boolean) => store.setState({ closes }),
    keep: (name: string, value: unknown) =>
      store.setState(({ kept }) => ({ kept: { ...kept, [name]: value } })),
    pickPrice: (price: string) => {
      const { draft } = store.getState();
      set(at(priced(draft, price)));
    },
    pickSize: (price: string, quantity: string, taker: Side) => {
      const { draft, closes } = store.getState();
      const side = closes ? opposite(taker) : taker;
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

/**
 * A state of a ticket beside the draft. It lives as long as the draft does: a phone's ticket, which a closed sheet takes
 * away, is found again as it was left.
 */
export function useTicketState<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const store = useDraftStore();
  const value = useStore(store, ({ kept }) => (name in kept ? (kept[name] as T) : initial));
  const set = useCallback((next: T) => store.keep(name, next), [store, name]);
  return [value, set];
}

/** True where the ticket closes what its side holds, and how to change it. */
export function useTicketCloses(): readonly [boolean, (closes: boolean) => void] {
  const store = useDraftStore();
  return [useStore(store, ({ closes }) => closes), store.setCloses];
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
