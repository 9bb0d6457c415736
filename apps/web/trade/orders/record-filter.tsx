import { Button, FilterFold, Select, TextField, useText, useTimeZone } from '@candor/ui';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { RecordSearch } from './record-search.ts';
import { type RecordTimes, timesOf } from './record-times.ts';

const NOTHING: RecordSearch = {};

const Filtered = createContext<RecordSearch>(NOTHING);

/** Returns what the lists below a filter ask for: a market, if one is chosen, and times. `isSet` if there is either. */
export function useRecordFilter(): {
  readonly symbol: string | undefined;
  readonly times: RecordTimes;
  readonly isSet: boolean;
} {
  const asked = use(Filtered);
  const timeZone = useTimeZone();
  return useMemo(() => {
    const { market: symbol, from = '', to = '' } = asked;
    const times = timesOf({ from, to }, timeZone);
    return { symbol, times, isSet: symbol !== undefined || Object.keys(times).length > 0 };
  }, [asked, timeZone]);
}

export interface FilteredMarket {
  readonly symbol: string;
  readonly symbol_name: string;
}

export interface RecordFilterProps {
  /** False where the list that is shown cannot be filtered: what is set waits for one that can. */
  readonly isOn: boolean;
  readonly markets: readonly FilteredMarket[];
  /** The filter as the address keeps it. */
  readonly asked: RecordSearch;
  readonly onAskedChange: (asked: RecordSearch) => void;
  /** Gets the fields, which stand above the list. */
  readonly children: (fields: ReactNode) => ReactNode;
}

/** Filters the lists below it by market and days. A file of such a list holds what the filter leaves. */
export function RecordFilter({ isOn, markets, asked, onAskedChange, children }: RecordFilterProps) {
  const text = useText();
  const set = (key: keyof RecordSearch, value: string) => {
    const { [key]: _, ...others } = asked;
    onAskedChange(value === '' ? others : { ...others, [key]: value });
  };
  const { market = '', from = '', to = '' } = asked;
  const count = [market, from, to].filter((value) => value !== '').length;
  const fields = (
    <div className="border-b px-4 py-3">
      <FilterFold count={count}>
        <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-end">
          <Select
            label={text('trade.orders.market')}
            value={market}
            placeholder={text('trade.filter.all')}
            onValueChange={(next) => set('market', next)}
            options={[
              { value: '', label: text('trade.filter.all') },
              ...markets.map(({ symbol, symbol_name }) => ({ value: symbol, label: symbol_name })),
            ]}
            className="sm:w-44"
          />
          <TextField
            type="date"
            label={text('trade.filter.from')}
            value={from}
            onValueChange={(next) => set('from', next)}
            className="sm:w-44"
          />
          <TextField
            type="date"
            label={text('trade.filter.to')}
            value={to}
            onValueChange={(next) => set('to', next)}
            className="sm:w-44"
          />
          {count > 0 && (
            <Button variant="plain" onClick={() => onAskedChange(NOTHING)}>
              {text('trade.filter.clear')}
            </Button>
          )}
        </div>
      </FilterFold>
    </div>
  );
  return <Filtered value={isOn ? asked : NOTHING}>{children(isOn && fields)}</Filtered>;
}

/** The words of an empty list: its own, or that the filter leaves nothing. */
export function useEmptyWords(title: string, words: string) {
  const text = useText();
  const { isSet } = useRecordFilter();
  return isSet
    ? { emptyTitle: text('trade.filter.none'), emptyText: text('trade.filter.noneText') }
    : { emptyTitle: title, emptyText: words };
}
