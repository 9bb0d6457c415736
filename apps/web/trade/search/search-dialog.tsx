import { Change, Dialog, EmptyState, TextField, useFormatters, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useFavourites, useListing, useMarkets, useTicker } from '../../data/index.ts';
import { FavouriteStar } from '../../markets/favourite-star.tsx';
import { useMarketPlaces } from '../../markets/market-place.ts';
import { type SearchEntry, searchEntries } from './search-entries.ts';

const ROW_PX = 56;
const OVERSCAN = 6;
const PAGE_ROWS = 6;

const products = { spot: 'menu.spot', usta: 'perpetual.perpetual', sec: 'menu.flash' } as const;

/** The price that a product goes by here: the index settles second contracts, else the venues' last trade is shown. */
function Figures({ entry: { type, row } }: { readonly entry: SearchEntry }) {
  const intl = useIntl();
  const format = useFormatters();
  const ticker = useTicker(row.symbol);
  const byIndex = type === 'sec';
  const price = byIndex ? ticker?.index : (ticker?.last ?? row.close);
  return (
    <span className="flex flex-col items-end">
      <span className="figure">{format.price(price, row.full_cou)}</span>
      <span className="flex gap-2 text-12 text-ink-3">
        <span className="whitespace-nowrap max-sm:sr-only">
          {intl.formatMessage({ id: byIndex ? 'trade.price.index' : 'trade.price.venue' })}
        </span>
        {!byIndex && <Change percent={ticker?.changePercent24h ?? row.zdf} />}
      </span>
    </span>
  );
}

function useEntries(text: string): readonly SearchEntry[] | null {
  const spot = useMarkets().data;
  const contracts = useListing('usta', true).data;
  const seconds = useListing('sec', true).data;
  const favourites = useFavourites().data;
  return useMemo(() => {
    if (spot === undefined) return null;
    const of = (type: SearchEntry['type'], rows: readonly SearchEntry['row'][] = []) =>
      rows.map((row) => ({ type, row }));
    const all = [...of('spot', spot), ...of('usta', contracts), ...of('sec', seconds)];
    return searchEntries(all, new Set(favourites?.map(({ id }) => id)), text);
  }, [spot, contracts, seconds, favourites, text]);
}

export interface SearchDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Type, choose with the arrows, open with Enter; the pointer and Tab work as well. */
export function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.search.title' })}
      initialFocus={input}
    >
      <Results input={input} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Results({
  input,
  onClose,
}: {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const placeOf = useMarketPlaces();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const entries = useEntries(typed);
  const count = entries?.length ?? 0;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const text = useText();
  const chosen = entries?.[active];

  const go = ({ type, row }: SearchEntry) => {
    onClose();
    void navigate(placeOf(row, type));
  };
  const move = (to: number) => {
    const next = Math.min(Math.max(to, 0), count - 1);
    setActive(next);
    rows.scrollToIndex(next);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const steps: Partial<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_ROWS,
      PageUp: active - PAGE_ROWS,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && chosen !== undefined) go(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-3">
      <TextField
        ref={input}
        label={text('trade.search.label')}
        type="search"
        autoComplete="off"
        maxLength={32}
        value={typed}
        onValueChange={(next) => {
          setTyped(next);
          setActive(0);
          rows.scrollToIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      {entries !== null && count === 0 && <EmptyState title={text('trade.search.none')} />}
      <div ref={list} className={count === 0 ? 'hidden' : 'h-[min(50dvh,28rem)] overflow-y-auto'}>
        <ul
          aria-label={text('trade.search.results')}
          className="relative"
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const entry = entries?.[index];
            if (entry === undefined) return null;
            const { row, type } = entry;
            return (
              <li
                key={`${type}-${row.id}`}
                aria-current={index === active}
                className={`absolute inset-x-0 flex items-center gap-2 rounded-base pl-2 ${index === active ? 'bg-wash' : 'hover:bg-ground'}`}
                style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
              >
                <FavouriteStar market={row} />
                <button
                  type="button"
                  className="flex h-14 min-w-0 flex-1 items-center justify-between gap-3 pr-2 text-start"
                  onClick={() => go(entry)}
                >
                  <span className="flex min-w-0 flex-col">
                    <span className="font-medium">{row.symbol_name}</span>
                    <span className="truncate text-12 text-ink-3">{text(products[type])}</span>
                  </span>
                  <Figures entry={entry} />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <p role="status" className="sr-only">
        {chosen === undefined ? '' : `${chosen.row.symbol_name}, ${text(products[chosen.type])}`}
      </p>
      <p className="text-12 text-ink-3 touch:hidden">{text('trade.search.hint')}</p>
    </div>
  );
}
