import type { AxisTick } from 'klinecharts';

/** The ticks whose labels, centred on them, stand whole within an axis of `widthPx`; `textWidth` measures in px. */
export function wholeTicks(
  ticks: readonly AxisTick[],
  widthPx: number,
  textWidth: (text: string) => number,
): AxisTick[] {
  return ticks.filter(({ coord, text }) => {
    const half = textWidth(text) / 2;
    return coord >= half && coord + half <= widthPx;
  });
}
