export interface PlotPoint {
  readonly count: number;
  readonly bytes: number;
}

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 64;
const BOTTOM = 40;
const TOP = 24;
const RIGHT = 24;
const MEGABYTE = 1_000_000;
const MILLION = 1_000_000;

/** An SVG of bytes over resting orders, with the line of `targetBytes` each. */
export function linePlot(points: readonly PlotPoint[], targetBytes: number): string {
  const most = Math.max(...points.map(({ count }) => count));
  const highest = most * targetBytes;
  const x = (count: number) => Math.round(LEFT + ((WIDTH - LEFT - RIGHT) * count) / most);
  const y = (bytes: number) => Math.round(HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * bytes) / highest);
  const measured = points.map(({ count, bytes }) => `${x(count)},${y(bytes)}`).join(' ');
  const dots = points
    .map(({ count, bytes }) => `<circle cx="${x(count)}" cy="${y(bytes)}" r="3" fill="#2F4ED8"/>`)
    .join('');
  const across = points
    .filter(({ count }) => count % MILLION === 0)
    .map(
      ({ count }) =>
        `<text x="${x(count)}" y="${HEIGHT - 16}" text-anchor="middle">${count / MILLION} million</text>`,
    )
    .join('');
  const up = [0.25, 0.5, 0.75, 1]
    .map((part) => part * highest)
    .map(
      (bytes) =>
        `<text x="${LEFT - 8}" y="${y(bytes) + 4}" text-anchor="end">${Math.round(bytes / MEGABYTE)} MB</text>` +
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(bytes)}" y2="${y(bytes)}" stroke="#E5E7EB"/>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#4B5563">
<title>Memory of resting orders</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#FFFFFF"/>
${up}${across}
<line x1="${x(0)}" y1="${y(0)}" x2="${x(most)}" y2="${y(highest)}" stroke="#8A5A00" stroke-dasharray="4 4"/>
<text x="${x(most)}" y="${TOP - 8}" text-anchor="end">${targetBytes} bytes each</text>
<polyline points="${x(0)},${y(0)} ${measured}" fill="none" stroke="#2F4ED8" stroke-width="2"/>
${dots}
</svg>
`;
}
