/** Returns the used part of an offer in percent, from 0 to 100. For drawing, so numbers will do. */
export function usedPercent(remaining: string, capacity: string): number {
  const all = Number(capacity);
  if (!(all > 0)) return 100;
  return Math.min(100, Math.max(0, Math.round((1 - Number(remaining) / all) * 10_000) / 100));
}
