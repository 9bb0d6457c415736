import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Place, placeAfterKey, placeWithin } from './place.ts';

/** A press that moves less than this is a press, not a drag. */
const LEAST_DRAG_PX = 4;

const viewSize = () => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** Handlers of what is taken hold of. */
export interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface Drag {
  /** The place inside the window. */
  readonly place: Place;
  readonly handlers: DragHandlers;
  /** True once after a drag: the click that follows it opens nothing. */
  readonly tookDrag: () => boolean;
}

/** Moves a box by pointer and arrow keys. The wanted place is kept by `onMove`; the box is shown where it has room. */
export function useDrag(
  box: RefObject<HTMLElement | null>,
  wanted: Place,
  onMove: (place: Place) => void,
): Drag {
  const sizeOf = useCallback(
    () => ({ width: box.current?.offsetWidth ?? 0, height: box.current?.offsetHeight ?? 0 }),
    [box],
  );
  const within = useCallback((place: Place) => placeWithin(place, sizeOf(), viewSize()), [sizeOf]);
  const [place, setPlace] = useState(wanted);
  /** The newest place: a drag may end before its last move is drawn. */
  const newest = useRef(wanted);
  const moveTo = useCallback((next: Place) => {
    newest.current = next;
    setPlace(next);
  }, []);
  useLayoutEffect(() => {
    const fit = () => moveTo(within(wanted));
    fit();
    window.addEventListener('resize', fit);
    const watch = new ResizeObserver(fit);
    if (box.current !== null) watch.observe(box.current);
    return () => {
      window.removeEventListener('resize', fit);
      watch.disconnect();
    };
  }, [within, wanted, box, moveTo]);

  const grip = useRef<{ readonly x: number; readonly y: number; readonly from: Place } | null>(null);
  const moved = useRef(false);
  const release = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === null) return;
    grip.current = null;
    event.currentTarget.releasePointerCapture(event.pointerId);
    if (moved.current) onMove(newest.current);
  };
  return {
    place,
    tookDrag() {
      const took = moved.current;
      moved.current = false;
      return took;
    },
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        moved.current = false;
        grip.current = { x: event.clientX, y: event.clientY, from: newest.current };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        if (grip.current === null) return;
        const { x, y, from } = grip.current;
        const [right, down] = [event.clientX - x, event.clientY - y];
        if (!moved.current && Math.hypot(right, down) < LEAST_DRAG_PX) return;
        moved.current = true;
        moveTo(within({ right: from.right - right, bottom: from.bottom - down }));
      },
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown(event) {
        const next = placeAfterKey(newest.current, event.key, event.shiftKey);
        if (next === null) return;
        event.preventDefault();
        const inside = within(next);
        moveTo(inside);
        onMove(inside);
      },
    },
  };
}
