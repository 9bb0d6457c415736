import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { RecordFilter } from './record-filter.tsx';
import { daysSearch, type RecordSearch } from './record-search.ts';

interface DaysFilterProps {
  /** Gets the fields, which stand above the list. */
  readonly children: (fields: ReactNode) => ReactNode;
}

/** Filters the list below it by days, which the address keeps: its screen reads them by `daysSearch`. */
export function DaysFilter({ children }: DaysFilterProps) {
  const search = useSearch({ strict: false });
  const asked = useMemo(() => daysSearch(search), [search]);
  const navigate = useNavigate();
  const show = ({ from, to }: RecordSearch) => {
    const next = (before: object) => ({ ...before, from, to });
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  return (
    <RecordFilter isOn markets={null} asked={asked} onAskedChange={show} isFramed={false}>
      {children}
    </RecordFilter>
  );
}
