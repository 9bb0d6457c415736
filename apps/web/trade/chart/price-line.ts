import { type Chart, registerOverlay } from 'klinecharts';
import type { ChartTokens } from './chart-styles.ts';

/** A price of the user's own as the chart draws it: an order, or what a position stands at, is stopped or liquidated at. */
export interface PriceLine {
  /** Names it among the lines of a chart. */
  readonly id: string;
  readonly price: string;
  /** Name of the line, in the user's language; colour is never its only mark. */
  readonly label: string;
  readonly tone: 'up' | 'down' | 'warn' | 'ink';
  /** Orders stand at the left, what belongs to a position at the right and with its price on the axis. */
  readonly at: 'left' | 'right';
}

interface PriceLineData {
  readonly label: string;
  readonly color: string;
  readonly ground: string;
  readonly at: 'left' | 'right';
}

const NAME = 'own-price';
const GROUP = 'own-prices';
const INSET_PX = 8;
const family = '"Inter Variable", Inter, system-ui, sans-serif';

registerOverlay<PriceLineData>({
  name: NAME,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const at = coordinates[0];
    const data = overlay.extendData as PriceLineData | undefined;
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
        styles: {
          style: 'dashed',
          dashedValue: data.at === 'left' ? [4, 4] : [1, 3],
          size: 1,
          color: data.color,
        },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: {
          x: data.at === 'left' ? INSET_PX : bounding.width - INSET_PX,
          y: at.y,
          text: data.label,
          align: data.at,
          baseline: 'middle',
        },
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

/** Draws exactly these lines. One that stays is changed in place, so that what is done with it goes on. */
export function drawPriceLines(chart: Chart, lines: readonly PriceLine[], tokens: ChartTokens): void {
  const colors = { up: tokens.up, down: tokens.down, warn: tokens.warn, ink: tokens.ink2 };
  const wanted = new Set(lines.map(({ id }) => id));
  const drawn = new Map(chart.getOverlays({ groupId: GROUP }).map((overlay) => [overlay.id, overlay]));
  for (const id of drawn.keys()) if (!wanted.has(id)) chart.removeOverlay({ id });
  for (const { id, price, label, tone, at } of lines) {
    const data: PriceLineData = { label, color: colors[tone], ground: tokens.paper, at };
    const points = [{ value: Number(price) }];
    const known = drawn.get(id);
    if (known === undefined) {
      chart.createOverlay({ name: NAME, groupId: GROUP, id, lock: true, points, extendData: data });
    } else if (known.points[0]?.value !== points[0]!.value || !isSame(known.extendData, data)) {
      chart.overrideOverlay({ name: NAME, id, points, extendData: data });
    }
  }
}

function isSame(known: unknown, data: PriceLineData): boolean {
  return JSON.stringify(known) === JSON.stringify(data);
}
