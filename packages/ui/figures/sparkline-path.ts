const margin = 2;

/** An SVG path through values at even distances, lowest at the foot; a level course runs through the middle. */
export function sparklinePath(points: readonly number[], width: number, height: number): string {
  const finite = points.filter(Number.isFinite);
  if (finite.length === 0) return '';
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const y = (value: number) =>
    high === low ? height / 2 : height - margin - ((value - low) / (high - low)) * (height - 2 * margin);
  if (finite.length === 1) return `M0 ${round(y(low))}H${width}`;
  const gap = width / (finite.length - 1);
  return finite.map((value, i) => `${i === 0 ? 'M' : 'L'}${round(i * gap)} ${round(y(value))}`).join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
