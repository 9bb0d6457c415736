/** Returns the place of a moment among bars: between the bars around it, beyond the last by their step. */
export function barIndexAt(times: readonly number[], stepMs: number, ms: number): number {
  const last = times.length - 1;
  if (last < 0) return 0;
  if (ms >= times[last]!) return last + (ms - times[last]!) / stepMs;
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
