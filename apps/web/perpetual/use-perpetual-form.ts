import { decimalOf } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import { useHeld, useText } from '@candor/ui';
import { useState } from 'react';
import { useFeeRates, usePerpetualState, useSignedIn, useTicker } from '../data/index.ts';
import { faultField, problemField } from '../forms/fault-field.ts';
import { type Draft, NO_LIMIT } from '../trade/draft/draft.ts';
import { useDraft, useDraftStore, useTicketCloses, useTicketState } from '../trade/draft/draft-store.ts';
import { NO_TRIGGER, type TriggerDraft } from './entry-trigger.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import {
  fitsTier,
  mostContracts,
  orderSign,
  type PerpetualDraft,
  perpetualPreview,
} from './perpetual-preview.ts';
import { contractsOf, perpetualProblem, refusedOf, stopReference } from './perpetual-problem.ts';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { closableBeside } from './position-preview.ts';
import type { StopDraft } from './stop-fields.tsx';
import { useBookSide } from './use-book-side.ts';
import { usePerpetualSettings, usePlacePerpetual } from './use-perpetual-acts.ts';
import { useValuedPerpetuals } from './use-valued.ts';

const SCALE = 8;

/** Returns what the user has written and chosen in the form, and how to change it. */
function useEntry() {
  const draft = useDraft();
  const [closes, setCloses] = useTicketCloses();
  const action: PerpetualDraft['action'] = closes ? 'close' : 'open';
  const setAction = (next: PerpetualDraft['action']) => setCloses(next === 'close');
  const [trigger, setTrigger] = useTicketState<TriggerDraft | null>('trigger', null);
  const [stops, setStops] = useTicketState<StopDraft | null>('stops', null);
  const side = draft.side === 'buy' ? ('long' as const) : ('short' as const);
  return { draft, side, action, setAction, trigger, setTrigger, stops, setStops };
}

type Entry = ReturnType<typeof useEntry>;

/** Returns the most contracts: closing at a price, those that no other order closes already. */
function mostOf(
  { action, side, draft }: Entry,
  symbol: string,
  whole: number,
  open: OpenPerpetuals | null,
): number {
  const held = open?.positions.find(
    (position) => position.symbol === symbol && position.positionSide === side,
  );
  if (action === 'open' || held === undefined || draft.kind === 'market') return whole;
  return Math.min(whole, closableBeside(held, open?.orders ?? []));
}

/**
 * Returns what an entry comes to now: its preview, its most contracts and its problem. While its order is on its way, by
 * what the account had before, for the order's own margin is already taken from it.
 */
function useReckoning(market: PerpetualMarket, entry: Entry, isSending: boolean) {
  const { action, side, draft, trigger, stops } = entry;
  const signedIn = useSignedIn();
  const open = useHeld(useValuedPerpetuals(), isSending);
  const { leverage, marginMode } = usePerpetualSettings(market.symbol, false).value;
  const last = useTicker(market.symbol)?.last ?? '';
  const state = usePerpetualState(market.symbol);
  const mark = state?.markPrice ?? null;
  const index = state?.indexPrice ?? null;
  const rates = useFeeRates();
  // With a table of tiers its rates are charged, and the contract's own without one.
  const contract = {
    ...market.contract,
    taker_fee_percent: rates?.perpetualTakerPercent ?? market.contract.taker_fee_percent,
    maker_fee_percent: rates?.perpetualMakerPercent ?? market.contract.maker_fee_percent,
  };
  const book = useBookSide(contract, orderSign({ action, side }));
  const price = decimalOf(draft.kind === 'limit' ? draft.price : (trigger?.price ?? last));
  // a market order is counted by the side of the book that it hits; one that waits, at its trigger
  const takesBook = draft.kind === 'market' && trigger === null;
  // a limit order at once takes what crosses it
  const crosses = draft.kind === 'limit' && trigger === null && !draft.postOnly;
  const terms: PerpetualDraft = {
    action,
    side,
    price,
    quantity: decimalOf(draft.quantity),
    leverage,
    marginMode,
    mark,
    ...(takesBook && book !== undefined ? { book } : {}),
    ...(crosses && book !== undefined ? { crossed: book, timeInForce: draft.timeInForce } : {}),
  };
  const preview = perpetualPreview(contract, terms, open);
  const most = mostOf(entry, market.symbol, mostContracts(contract, terms, open), open);
  const available = open?.account?.available ?? null;
  const reference = stopReference({ kind: draft.kind, price: draft.price, trigger });
  const typed = { action, price: draft.price, quantity: draft.quantity, kind: draft.kind, trigger, stops };
  const problem = perpetualProblem({
    ...typed,
    side,
    fitsTier: fitsTier(contract, terms, open),
    most,
    preview,
    stopPrice: stops?.triggerBy === 'mark' ? mark : index,
    available: signedIn ? (parseDecimal(available ?? '0', SCALE) ?? 0n) : null,
  });
  const refused = refusedOf(typed);
  return { open, index, preview, most, available, problem, refused, takesBook, contract, reference };
}

/** State, preview and acts of the form of a market. `onPlaced` is called after an order went through. */
export function usePerpetualForm(market: PerpetualMarket, onPlaced?: () => void) {
  const text = useText();
  const store = useDraftStore();
  const entry = useEntry();
  const [pressed, setPressed] = useState(false);
  const place = usePlacePerpetual(market, () => {
    store.change({ quantity: '', total: '' });
    setPressed(false);
    // the next order's stops are chosen again
    entry.setStops(null);
    onPlaced?.();
  });
  const reckoning = useReckoning(market, entry, place.isPending);
  const forget = () => {
    if (!place.isPending) place.reset();
  };
  const change = (next: Partial<Draft>) => {
    forget();
    store.change(next);
  };
  const { draft, action, side, trigger } = entry;
  const { postOnly, timeInForce } = draft;
  /** Begins an order of another type: what was typed for the former one does not carry over. */
  const setType = (type: 'limit' | 'market' | 'trigger') => {
    entry.setTrigger(type === 'trigger' ? NO_TRIGGER : null);
    change({ kind: type === 'market' ? 'market' : 'limit', ...NO_LIMIT });
  };
  const { problem, preview, takesBook } = reckoning;
  const quantity = contractsOf(draft.quantity);
  // below the button: a line among the sums would move it
  const bookShort =
    takesBook && action === 'open' && preview !== null && preview.filled < quantity
      ? text('perpetual.bookShort', { count: preview.filled })
      : null;
  // A market that takes only post-only orders takes an order that waits, which says no more before it triggers.
  const isPostOnlyNow =
    market.state === 'post-only' && trigger === null && (draft.kind === 'market' || !postOnly);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem !== null || place.isPending) return;
    const { kind, price } = draft;
    place.mutate({
      action,
      side,
      kind,
      price,
      quantity: draft.quantity,
      postOnly,
      timeInForce,
      trigger,
      stops: action === 'open' ? entry.stops : null,
    });
  };
  return {
    ...entry,
    ...reckoning,
    quantity,
    bookShort,
    place,
    change,
    setType,
    forget,
    submit,
    /** The problem once the button was pressed. */
    shownProblem: pressed ? problem : null,
    fault: (pressed ? problemField(problem) : null) ?? faultField(place.error),
    isClosed: market.state === 'halted' || isPostOnlyNow,
  };
}

export type PerpetualFormModel = ReturnType<typeof usePerpetualForm>;
