import { type Chart, registerOverlay } from 'klinecharts';
import { barIndexAt } from './bar-index.ts';
import type { ChartTokens } from './chart-styles.ts';

/** A span of time at a price: from where something opened to where it will close. */
export interface TimeMark {
  /** Names it among the marks of a chart. */
  readonly id: string;
  readonly openMs: number;
  readonly closeMs: number;
  /** Null before it opened. */
  readonly price: string | null;
  /** Labels of both ends, in the user's language. */
  readonly openLabel: string;
  readonly closeLabel: string;
  readonly tone: 'up' | 'down';
}

interface TimeMarkData extends Pick<TimeMark, 'openMs' | 'closeMs' | 'openLabel' | 'closeLabel'> {
  readonly color: string;
  readonly ground: string;
  readonly stepMs: number;
}

const NAME = 'time-mark';
const GROUP = 'time-marks';
const DOT_PX = 4;
const family = '"Inter Variable", Inter, system-ui, sans-serif';

registerOverlay<TimeMarkData>({
  name: NAME,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, coordinates, bounding, xAxis }) => {
    const data = overlay.extendData as TimeMarkData | undefined;
    const y = coordinates[0]?.y;
    if (data === undefined || y === undefined || xAxis === null) return [];
    const { color, ground, stepMs } = data;
    const times = chart.getDataList().map(({ timestamp }) => timestamp);
    const at = (ms: number) => xAxis.convertToPixel(barIndexAt(times, stepMs, ms));
    const [openX, closeX] = [at(data.openMs), at(data.closeMs)];
    const line = (from: { x: number; y: number }, to: { x: number; y: number }, dashed: number[]) => ({
      type: 'line',
      attrs: { coordinates: [from, to] },
      styles: { style: 'dashed' as const, dashedValue: dashed, size: 1, color },
      ignoreEvent: true,
    });
    const label = (x: number, text: string, align: 'left' | 'right') => ({
      type: 'text',
      attrs: { x, y: y - 10, text, align, baseline: 'bottom' },
      styles: {
        style: 'stroke_fill' as const,
        color,
        backgroundColor: ground,
        borderColor: color,
        borderSize: 1,
        borderRadius: 3,
        size: 11,
        family,
        paddingLeft: 4,
        paddingRight: 4,
        paddingTop: 2,
        paddingBottom: 2,
      },
      ignoreEvent: true,
    });
    const inView = (x: number) => x >= 0 && x <= bounding.width;
    return [
      line({ x: openX, y }, { x: closeX, y }, [4, 3]),
      {
        type: 'circle',
        attrs: { x: openX, y, r: DOT_PX },
        styles: { style: 'fill' as const, color },
        ignoreEvent: true,
      },
      line({ x: closeX, y: 0 }, { x: closeX, y: bounding.height }, [2, 3]),
      ...(inView(openX) ? [label(openX, data.openLabel, openX > bounding.width / 2 ? 'right' : 'left')] : []),
      label(Math.min(closeX, bounding.width - 8), data.closeLabel, 'right'),
    ];
  },
});

/** Draws exactly these marks, on a chart whose bars are `stepMs` apart. A mark without a price waits for it. */
export function drawTimeMarks(
  chart: Chart,
  marks: readonly TimeMark[],
  stepMs: number,
  tokens: ChartTokens,
): void {
  chart.removeOverlay({ groupId: GROUP });
  const opened = marks.filter(({ price }) => price !== null);
  if (opened.length === 0) return;
  chart.createOverlay(
    opened.map(({ id, openMs, closeMs, price, openLabel, closeLabel, tone }) => ({
      name: NAME,
      groupId: GROUP,
      id,
      lock: true,
      points: [{ value: Number(price) }],
      extendData: {
        openMs,
        closeMs,
        openLabel,
        closeLabel,
        stepMs,
        color: tone === 'up' ? tokens.up : tokens.down,
        ground: tokens.paper,
      } satisfies TimeMarkData,
    })),
  );
}
