import { CHAT_TOP_PX } from '@candor/products';

/** A place in the window, as distances in px from its right and its bottom edge, so that a wider window moves nothing. */
export interface Place {
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Returns the nearest place at which a box of this size is inside the window and not too near to its top. */
export function placeWithin({ right, bottom }: Place, box: Size, view: Size): Place {
  return {
    right: between(Math.round(right), 0, view.width - box.width),
    bottom: between(Math.round(bottom), 0, view.height - CHAT_TOP_PX - box.height),
  };
}

const STEP_PX = 16;
const LONG_STEP_PX = 64;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { right: 1, bottom: 0 },
  ArrowRight: { right: -1, bottom: 0 },
  ArrowUp: { right: 0, bottom: 1 },
  ArrowDown: { right: 0, bottom: -1 },
};

/** Returns the place that an arrow key moves to, further with Shift; null for any other key. */
export function placeAfterKey(place: Place, key: string, isLong: boolean): Place | null {
  const arrow = ARROWS[key];
  if (arrow === undefined) return null;
  const step = isLong ? LONG_STEP_PX : STEP_PX;
  return { right: place.right + arrow.right * step, bottom: place.bottom + arrow.bottom * step };
}

/** Reads a kept place; null for anything that is none. */
export function readPlace(kept: unknown): Place | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { right, bottom } = kept as Partial<Record<keyof Place, unknown>>;
  return Number.isFinite(right) && Number.isFinite(bottom)
    ? { right: right as number, bottom: bottom as number }
    : null;
}
