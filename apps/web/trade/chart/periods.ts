import type { Interval } from '@candor/api';
import type { KLineData, Period } from 'klinecharts';

/** The chart library's period of each interval. */
const periods: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
};

/** View of a chart: an interval of candles, the ticks of an index as a line, or its candles of one second. */
export type ChartView = Interval | 'tick' | '1s';

/** The chart library's period of a view; it has none below a second. */
export function periodOf(view: ChartView): Period {
  return view === 'tick' || view === '1s' ? { type: 'second', span: 1 } : periods[view];
}

/** True for bars of whole UTC days: their labels name the days that they cover, in every zone. */
export function isDayView(view: ChartView): boolean {
  const { type } = periodOf(view);
  return type === 'day' || type === 'week';
}

/** More bars than this are not kept: a chart is for looking, not for storage. */
export const MAX_BARS = 1_500;

/** Live bars grow a chart to this before it begins again: ticks of an index come four times a second, day and night. */
const GROWN_BARS = 2 * MAX_BARS;
/** From here on it does so even while its reader looks at the past. */
const MOST_BARS = 10 * MAX_BARS;

/** True for a chart of so many bars that is to begin again with its newest page; `seen` is the place of its last bar in view. */
export function isOutgrown(bars: number, seen: number): boolean {
  return bars > MOST_BARS || (bars > GROWN_BARS && seen >= bars - 1);
}

interface Candle {
  readonly t: number;
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
  readonly v: string;
}

/** A candle as the chart paints it. Floats here only place pixels. */
export function toBar(candle: Candle): KLineData {
  return {
    timestamp: candle.t,
    open: Number(candle.o),
    high: Number(candle.h),
    low: Number(candle.l),
    close: Number(candle.c),
    volume: Number(candle.v),
  };
}
