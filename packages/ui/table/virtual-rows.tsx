import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useState } from 'react';

/** The rows to draw, with the height of those left out before and after. */
export interface RowWindow {
  readonly indices: readonly number[];
  readonly beforePx: number;
  readonly afterPx: number;
  /** Reference of each drawn row: its real height counts from then on. */
  readonly measure: (row: HTMLTableRowElement | null) => void;
}

export interface RowWindowProps {
  readonly count: number;
  /** The height of a row until it is measured. */
  readonly rowPx: number;
  readonly body: HTMLTableSectionElement;
  readonly children: (window: RowWindow) => ReactNode;
}

const OVERSCAN = 8;

/** The row with the focus is drawn wherever the table is scrolled to, so that the focus stays in it. */
function rangeWithFocus(body: HTMLTableSectionElement) {
  return (range: Range): number[] => {
    const indices = defaultRangeExtractor(range);
    const row = document.activeElement?.closest('tr');
    const focused = row && body.contains(row) ? Number(row.dataset.index ?? Number.NaN) : Number.NaN;
    if (!Number.isInteger(focused) || focused >= range.count || indices.includes(focused)) return indices;
    return [...indices, focused].sort((left, right) => left - right);
  };
}

/** The rows in view of a table that scrolls in a box of its own. */
export function BoxWindow({ count, rowPx, body, children }: RowWindowProps) {
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    rangeExtractor: rangeWithFocus(body),
    getScrollElement: () => body.closest<HTMLElement>('[data-table-scroller]'),
  });
  return children(windowOf(virtualizer, 0));
}

/** The rows in view of a table that scrolls with the page. */
export function PageWindow({ count, rowPx, body, children }: RowWindowProps) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop(body.getBoundingClientRect().top + window.scrollY);
  }, [body]);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    rangeExtractor: rangeWithFocus(body),
    scrollMargin: top,
  });
  return children(windowOf(virtualizer, top));
}

interface Virtualizer {
  getVirtualItems(): readonly { readonly index: number; readonly start: number; readonly end: number }[];
  getTotalSize(): number;
  readonly measureElement: (row: HTMLTableRowElement | null) => void;
}

function windowOf(virtualizer: Virtualizer, top: number): RowWindow {
  const items = virtualizer.getVirtualItems();
  const drawn = items.reduce((sum, { start, end }) => sum + end - start, 0);
  const total = virtualizer.getTotalSize();
  const beforePx = Math.min((items[0]?.start ?? top) - top, total - drawn);
  return {
    indices: items.map(({ index }) => index),
    beforePx,
    afterPx: Math.max(total - drawn - beforePx, 0),
    measure: virtualizer.measureElement,
  };
}

/** The height of rows that are not drawn. */
export function RowSpace({ columns, heightPx }: { readonly columns: number; readonly heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height: heightPx, padding: 0, border: 0 }} />
    </tr>
  );
}
