/** Time after which a touch that rests is a long press. */
export const HOLD_MS = 500;
/** Distance that a resting finger may move. */
const SLACK_PX = 10;

interface Point {
  readonly pointerType: string;
  readonly isPrimary: boolean;
  readonly clientX: number;
  readonly clientY: number;
}

/** A touch on its way to a long press. */
export interface LongPress {
  down(point: Point): void;
  move(point: Point): void;
  /** The touch ended, became a scroll, or another finger joined it. */
  end(): void;
  /** True from the moment of a long press until the next touch: a context menu of the same touch says nothing new. */
  isHeld(): boolean;
}

/** Calls back where a finger rests: no phone has a right button, and not every browser opens a menu in its place. */
export function createLongPress(onHold: (point: Point) => void): LongPress {
  let first: Point | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  const end = (): void => {
    clearTimeout(timer);
    first = null;
  };
  return {
    down(point) {
      end();
      isHeld = false;
      if (point.pointerType !== 'touch' || !point.isPrimary) return;
      first = point;
      timer = setTimeout(() => {
        isHeld = true;
        onHold(point);
      }, HOLD_MS);
    },
    move({ clientX, clientY }) {
      if (first === null) return;
      if (Math.hypot(clientX - first.clientX, clientY - first.clientY) > SLACK_PX) end();
    },
    end,
    isHeld: () => isHeld,
  };
}
