import type { Kline } from '@candor/api';
import { type Chart, dispose, init } from 'klinecharts';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { axisFont, chartStyles, readChartTokens } from './chart-styles.ts';
import { createLongPress } from './long-press.ts';
import { type ChartView, isOutgrown, MAX_BARS, periodOf, toBar } from './periods.ts';
import { drawPriceLines, type PriceLine } from './price-line.ts';
import { drawTimeMarks, type TimeMark } from './time-mark.ts';
import { wholeTicks } from './whole-ticks.ts';

/** Source of the chart's candles. It must keep its identity while symbol and interval do. */
export interface CandleSource {
  /** A page of candles that end before `endMs` (null: the newest), oldest first; fewer than `pageBars` are the last. */
  load(endMs: number | null): Promise<readonly Kline[]>;
  readonly pageBars: number;
  /** Keeps live candles coming until the returned function is called. `onMissed`: some are missing, load again. */
  open(onMissed: () => void): () => void;
  /** Calls back with the live candles that there are, then with each that changes, once a frame. */
  watch(onCandle: (candle: Kline) => void): () => void;
}

export interface PriceChartProps {
  readonly symbol: string;
  readonly view: ChartView;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly source: CandleSource;
  /** Prices of the user's own, drawn over the candles. */
  readonly lines: readonly PriceLine[];
  /** Spans of time, of an index alone: where contracts of the user's opened and will close. */
  readonly marks?: readonly TimeMark[];
  readonly theme: string;
  readonly timeZone: string;
  /** Description of the chart for screen readers. */
  readonly label: string;
  /** Volume and moving average; an index has no volume. */
  readonly indicators: boolean;
  /** Writes a decimal of the axis in the reader's language. */
  readonly formatFigure: (decimal: string) => string;
  readonly onFailed: (error: unknown) => void;
  /** Called with the price under the pointer at the right button or a long press. */
  readonly onPick?: (price: string) => void;
}

const VOLUME_HEIGHT_PX = 72;
const INDEX_GRID_MS = 250;
const SECOND_MS = 1_000;
const CANDLES = 'candle_pane';
const NO_MARKS: readonly TimeMark[] = [];

let ruler: CanvasRenderingContext2D | null = null;

/** The width of an axis label, in px. */
function axisTextWidth(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return 0;
  ruler.font = axisFont;
  return ruler.measureText(text).width;
}

/** Shows the bars of a source in a chart until the returned function is called. */
function feed(chart: Chart, props: PriceChartProps): () => void {
  let stopWatching: (() => void) | null = null;
  let ended = false;
  let begins = false;
  const close = props.source.open(() => chart.resetData());
  chart.setSymbol({
    ticker: props.symbol,
    pricePrecision: props.priceDecimals,
    volumePrecision: props.quantityDecimals,
  });
  chart.setPeriod(periodOf(props.view));
  chart.setDataLoader({
    async getBars({ type, timestamp, callback }) {
      // the bars of before are replaced
      const held = type === 'init' ? 0 : chart.getDataList().length;
      if ((type !== 'init' && type !== 'forward') || (type === 'forward' && held >= MAX_BARS)) {
        callback([], false);
        return;
      }
      try {
        const candles = await props.source.load(type === 'init' ? null : timestamp);
        if (ended) return;
        callback(candles.map(toBar), {
          forward: candles.length === props.source.pageBars && held + candles.length < MAX_BARS,
          backward: false,
        });
      } catch (error) {
        if (ended) return;
        callback([], false);
        props.onFailed(error);
      }
    },
    subscribeBar({ callback }) {
      stopWatching?.();
      stopWatching = props.source.watch((candle) => {
        callback(toBar(candle));
        if (begins || !isOutgrown(chart.getDataList().length, chart.getVisibleRange().realTo)) return;
        begins = true;
        // not within the source's own loop over its bars
        queueMicrotask(() => {
          begins = false;
          if (!ended) chart.resetData();
        });
      });
    },
    unsubscribeBar() {
      stopWatching?.();
      stopWatching = null;
    },
  });
  return () => {
    ended = true;
    stopWatching?.();
    close();
  };
}

/** Returns the price at a height of the chart, in px from its top; null outside of the candles. */
function priceAt(chart: Chart, y: number, decimals: number): string | null {
  const height = chart.getSize(CANDLES)?.height ?? 0;
  if (y < 0 || y > height) return null;
  const [point] = [chart.convertFromPixel([{ x: 0, y }], { paneId: CANDLES, absolute: true })].flat();
  const value = point?.value;
  return value === undefined || !(value > 0) ? null : value.toFixed(decimals);
}

type Host = RefObject<HTMLDivElement | null>;

/** Makes a chart in its host; null until there is one. */
function useChart(host: Host): Chart | null {
  const [chart, setChart] = useState<Chart | null>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = init(element);
    if (made === null) return;
    // The library puts the canvas first in the tab order of the whole page; it is a picture here.
    for (const inner of element.querySelectorAll('[tabindex]')) inner.setAttribute('tabindex', '-1');
    made.setOffsetRightDistance(48);
    made.overrideXAxis({
      createTicks: ({ bounding, defaultTicks }) => wholeTicks(defaultTicks, bounding.width, axisTextWidth),
    });
    setChart(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      dispose(element);
      setChart(null);
    };
  }, [host]);
  return chart;
}

/** Draws the styles of the theme, the user's own prices and spans of time. */
function useDrawings(chart: Chart | null, host: Host, props: PriceChartProps): void {
  const { view, theme, lines, marks = NO_MARKS } = props;
  // The tokens come from the page and change with the theme.
  useEffect(() => {
    const element = host.current;
    if (chart === null || element === null) return;
    const tokens = readChartTokens(element);
    chart.setStyles(chartStyles(tokens, view === 'tick'));
  }, [chart, host, theme, view]);

  // Apart from the styles, which draw the whole chart again: lines and marks change with each fill and price.
  useEffect(() => {
    if (chart !== null && host.current !== null) {
      drawPriceLines(chart, lines, readChartTokens(host.current));
    }
  }, [chart, host, theme, lines]);
  useEffect(() => {
    if (chart === null || host.current === null) return;
    const stepMs = view === 'tick' ? INDEX_GRID_MS : SECOND_MS;
    drawTimeMarks(chart, marks, stepMs, readChartTokens(host.current));
  }, [chart, host, theme, view, marks]);
}

/** Writes the axes in the reader's language and time zone. */
function useAxes(chart: Chart | null, { formatFigure, timeZone }: PriceChartProps): void {
  useEffect(() => {
    const format = (value: string | number) => {
      const text = String(value);
      return /^-?\d+(\.\d+)?$/.test(text) ? formatFigure(text) : text;
    };
    chart?.setThousandsSeparator({ format });
  }, [chart, formatFigure]);

  useEffect(() => {
    chart?.setTimezone(timeZone);
  }, [chart, timeZone]);
}

function useIndicators(chart: Chart | null, isShown: boolean): void {
  useEffect(() => {
    if (chart === null || !isShown) return;
    chart.createIndicator({ name: 'VOL', calcParams: [] });
    chart.setPaneOptions({
      id: chart.getIndicators({ name: 'VOL' })[0]?.paneId ?? '',
      height: VOLUME_HEIGHT_PX,
    });
    chart.createIndicator({ name: 'MA', calcParams: [20], paneId: CANDLES }, true);
    return () => {
      chart.removeIndicator({ name: 'MA' });
      chart.removeIndicator({ name: 'VOL' });
    };
  }, [chart, isShown]);
}

/** Returns the listeners that pick the price under the pointer, at the right button or a long press. */
function usePricePick(chart: Chart | null, host: Host, props: PriceChartProps) {
  /** True where there was a price to pick. */
  const pick = (clientY: number): boolean => {
    const { onPick, priceDecimals } = props;
    if (chart === null || host.current === null || onPick === undefined) return false;
    const price = priceAt(chart, clientY - host.current.getBoundingClientRect().top, priceDecimals);
    if (price === null) return false;
    onPick(price);
    return true;
  };
  const picker = useRef(pick);
  picker.current = pick;
  const [press] = useState(() => createLongPress(({ clientY }) => void picker.current(clientY)));
  useEffect(() => press.end, [press]);
  return {
    onPointerDownCapture: press.down,
    onPointerMoveCapture: press.move,
    onPointerUpCapture: press.end,
    onPointerCancelCapture: press.end,
    onContextMenu: (event: MouseEvent) => {
      press.end();
      if (press.isHeld() || pick(event.clientY)) event.preventDefault();
    },
  };
}

/** Candles with volume, the last price and prices of the user's own. Ticks reach it without passing through React. */
export function PriceChart(props: PriceChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useChart(host);
  const latest = useRef(props);
  latest.current = props;

  const { symbol, view, source } = props;
  // A new symbol, view or source is a new feed; the rest is read when it is used.
  useEffect(() => (chart === null ? undefined : feed(chart, latest.current)), [chart, symbol, view, source]);
  useDrawings(chart, host, props);
  useAxes(chart, props);
  useIndicators(chart, props.indicators);
  const pointerListeners = usePricePick(chart, host, props);
  return (
    <div
      ref={host}
      role="img"
      aria-label={props.label}
      className="h-full w-full [-webkit-touch-callout:none]"
      {...pointerListeners}
    />
  );
}
