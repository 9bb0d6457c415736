import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a table whose rows go: focus that stood in one goes to the table instead of being lost. The table
 * takes the properties and a `tabIndex` of -1.
 */
export function useKeptFocus() {
  const table = useRef<HTMLTableElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) table.current?.focus();
  });
  return {
    ref: table,
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      // dialogs that cells open are inside for React only
      focused.current = currentTarget.contains(target) ? target : null;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
    },
  };
}
