import { useEffect, useRef, useState } from 'react';

/** Time for which rows hold still after the pointer last moved over them: enough to aim and press. */
const STILL_MS = 1_500;

/** Prices of the rows of both sides, best first. */
export interface StillRows {
  readonly asks: readonly string[];
  readonly bids: readonly string[];
}

/**
 * Keeps the rows of a book where they are while a mouse moves over them, so that a press finds the price that it aimed
 * at. Returns the prices that hold still, null while rows follow the book, and the handlers of the rows' element.
 * `shown` are the prices of now; `layout` names the market, grouping and height that they belong to.
 */
export function useStillRows(shown: StillRows, layout: string) {
  const [held, setHeld] = useState<{ readonly rows: StillRows; readonly layout: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  const hold = (event: React.PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(release, STILL_MS);
    setHeld((before) => (before?.layout === layout ? before : { rows: shown, layout }));
  };
  return {
    still: held?.layout === layout ? held.rows : null,
    handlers: { onPointerMove: hold, onPointerLeave: release },
  };
}
