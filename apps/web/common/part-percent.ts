/** A part of a whole in percent, from 0 to 100. For drawing, so numbers will do. */
export function partPercent(part: string, whole: string | number): number {
  const all = Number(whole);
  if (!(all > 0)) return 0;
  return Math.min(100, Math.max(0, (Number(part) / all) * 100));
}
