import { Button, FilterFold, Select, TextField, useText } from '@candor/ui';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type RecordTimes, timesOf } from './record-times.ts';

interface Asked {
  /** The market or contract; '' for all. */
  readonly symbol: string;
  /** Days as a date field writes them; '' where there is no bound. */
  readonly from: string;
  readonly to: string;
}

const NOTHING: Asked = { symbol: '', from: '', to: '' };

const Filtered = createContext<Asked>(NOTHING);

/** Returns what the lists below a filter ask for: a market, if one is chosen, and times. `isSet` if there is either. */
export function useRecordFilter(): {
  readonly symbol: string | undefined;
  readonly times: RecordTimes;
  readonly isSet: boolean;
} {
  const asked = use(Filtered);
  return useMemo(() => {
    const times = timesOf(asked);
    const symbol = asked.symbol === '' ? undefined : asked.symbol;
    return { symbol, times, isSet: symbol !== undefined || Object.keys(times).length > 0 };
  }, [asked]);
}

export interface FilteredMarket {
  readonly symbol: string;
  readonly symbol_name: string;
}

export interface RecordFilterProps {
  /** False where the list that is shown cannot be filtered: what is set waits for one that can. */
  readonly isOn: boolean;
  readonly markets: readonly FilteredMarket[];
  /** Gets the fields, which stand above the list. */
  readonly children: (fields: ReactNode) => ReactNode;
}

/** Filters the lists below it by market and days. A file of such a list holds what the filter leaves. */
export function RecordFilter({ isOn, markets, children }: RecordFilterProps) {
  const text = useText();
  const [asked, setAsked] = useState(NOTHING);
  const set = (part: Partial<Asked>) => setAsked((now) => ({ ...now, ...part }));
  const count = Object.values(asked).filter((value) => value !== '').length;
  const fields = (
    <div className="border-b px-4 py-3">
      <FilterFold count={count}>
        <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-end">
          <Select
            label={text('trade.orders.market')}
            value={asked.symbol}
            placeholder={text('trade.filter.all')}
            onValueChange={(symbol) => set({ symbol })}
            options={[
              { value: '', label: text('trade.filter.all') },
              ...markets.map(({ symbol, symbol_name }) => ({ value: symbol, label: symbol_name })),
            ]}
            className="sm:w-44"
          />
          <TextField
            type="date"
            label={text('trade.filter.from')}
            value={asked.from}
            onValueChange={(from) => set({ from })}
            className="sm:w-44"
          />
          <TextField
            type="date"
            label={text('trade.filter.to')}
            value={asked.to}
            onValueChange={(to) => set({ to })}
            className="sm:w-44"
          />
          {count > 0 && (
            <Button variant="plain" onClick={() => setAsked(NOTHING)}>
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
