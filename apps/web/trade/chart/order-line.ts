import { type Chart, registerOverlay } from 'klinecharts';
import type { ChartTokens } from './chart-styles.ts';

/** An own order as the chart draws it. */
export interface OrderLine {
  readonly orderId: number;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** Side and quantity, in the user's language. */
  readonly label: string;
}

interface OrderLineData {
  readonly label: string;
  readonly color: string;
  readonly ground: string;
}

const NAME = 'own-order';
const GROUP = 'own-orders';
const family = '"Inter Variable", Inter, system-ui, sans-serif';

registerOverlay<OrderLineData>({
  name: NAME,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const at = coordinates[0];
    const data = overlay.extendData as OrderLineData | undefined;
    if (at === undefined || data === undefined) return [];
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 4], size: 1, color: data.color },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: 8, y: at.y, text: data.label, align: 'left', baseline: 'middle' },
        styles: {
          style: 'stroke_fill',
          color: data.color,
          backgroundColor: data.ground,
          borderColor: data.color,
          borderSize: 1,
          borderRadius: 3,
          size: 11,
          family,
          paddingLeft: 5,
          paddingRight: 5,
          paddingTop: 3,
          paddingBottom: 3,
        },
        ignoreEvent: true,
      },
    ];
  },
});

/** Draws exactly these orders: lines that were there before and are not named go. */
export function drawOrderLines(chart: Chart, lines: readonly OrderLine[], tokens: ChartTokens): void {
  chart.removeOverlay({ groupId: GROUP });
  if (lines.length === 0) return;
  chart.createOverlay(
    lines.map((line) => ({
      name: NAME,
      groupId: GROUP,
      lock: true,
      points: [{ value: Number(line.price) }],
      extendData: {
        label: line.label,
        color: line.side === 'buy' ? tokens.up : tokens.down,
        ground: tokens.paper,
      } satisfies OrderLineData,
    })),
  );
}
