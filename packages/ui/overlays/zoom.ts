/** Sizes of a picture as multiples of its frame, the smallest first. */
export const ZOOMS = [1, 2, 3, 4] as const;

/** Returns the zoom after a key: `+` or `=`, `-`, and `0` for the whole picture; null for any other key. */
export function zoomAfterKey(zoom: number, key: string): number | null {
  const at = (ZOOMS as readonly number[]).indexOf(zoom);
  if (key === '+' || key === '=') return ZOOMS[Math.min(at + 1, ZOOMS.length - 1)] ?? null;
  if (key === '-') return ZOOMS[Math.max(at - 1, 0)] ?? null;
  return key === '0' ? ZOOMS[0] : null;
}

/** Returns how far a frame is scrolled after a zoom by a factor, so that its middle shows what it showed. In px. */
export const centredScroll = (scrolled: number, size: number, factor: number): number =>
  (scrolled + size / 2) * factor - size / 2;
