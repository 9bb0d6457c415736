import type { KeyboardEvent } from 'react';

const controls = 'a[href], button:not(:disabled)';
/** Controls that the arrow keys mean something else to. */
const takesArrows = 'input, textarea, select, [role="combobox"], [role="slider"], [aria-haspopup="menu"]';
const steps: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
};

/** Moves the focus from a control in a row to the same one of the next or previous row that has it. */
export function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // events of dialogs that cells open pass through here too
  if (event.defaultPrevented || !event.currentTarget.contains(from) || from.matches(takesArrows)) return;
  const cell = from.closest('td');
  if (cell === null) return;
  const place = [...cell.querySelectorAll(controls)].indexOf(from);
  for (let row = cell.parentElement?.[step]; row instanceof HTMLTableRowElement; row = row[step]) {
    const found = row.cells[cell.cellIndex]?.querySelectorAll<HTMLElement>(controls);
    const target = found?.[Math.min(place, found.length - 1)];
    if (target === undefined) continue;
    event.preventDefault();
    target.focus();
    return;
  }
}
