import { Button, cx, FilterFold, Select, useText, useTimeZone } from '@candor/ui';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { RecordTimes } from '../data/index.ts';
import { DayFields } from './day-fields.tsx';
import type { RecordSearch } from './record-search.ts';
import { timesOf } from './record-times.ts';

const NOTHING: RecordSearch = {};

/** The days alone: a market that is chosen waits for a list that can be filtered by it. */
const daysOf = ({ market: _, ...days }: RecordSearch): RecordSearch => days;

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
  /** Null where the list can be filtered by days alone. */
  readonly markets: readonly FilteredMarket[] | null;
  /** The filter as the address keeps it. */
  readonly asked: RecordSearch;
  readonly onAskedChange: (asked: RecordSearch) => void;
  /** False where no frame surrounds the list. */
  readonly isFramed?: boolean;
  /** Gets the fields, which stand above the list. */
  readonly children: (fields: ReactNode) => ReactNode;
}

/** Filters the lists below it by market and days. A file of such a list holds what the filter leaves. */
export function RecordFilter(props: RecordFilterProps) {
  const { isOn, markets, asked, onAskedChange, isFramed = true, children } = props;
  const text = useText();
  const set = (key: keyof RecordSearch, value: string) => {
    const { [key]: _, ...others } = asked;
    onAskedChange(value === '' ? others : { ...others, [key]: value });
  };
  const heard = useMemo(() => (markets === null ? daysOf(asked) : asked), [markets, asked]);
  const { market = '', from = '', to = '' } = heard;
  const count = [market, from, to].filter((value) => value !== '').length;
  const fields = (
    <div className={cx(isFramed ? 'border-b px-4 py-3' : 'pb-1')}>
      <FilterFold count={count}>
        <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-end">
          {markets !== null && (
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
          )}
          <DayFields days={{ from, to }} onDayChange={set} />
          {count > 0 && (
            <Button variant="plain" onClick={() => onAskedChange(NOTHING)}>
              {text('ui.days.clear')}
            </Button>
          )}
        </div>
      </FilterFold>
    </div>
  );
  return <Filtered value={isOn ? heard : NOTHING}>{children(isOn && fields)}</Filtered>;
}

/** The words of an empty list: its own, or that the filter leaves nothing. */
export function useEmptyWords(title: string, words?: string) {
  const text = useText();
  const { isSet } = useRecordFilter();
  return isSet
    ? { emptyTitle: text('ui.days.none'), emptyText: text('ui.days.noneText') }
    : { emptyTitle: title, ...(words === undefined ? {} : { emptyText: words }) };
}
