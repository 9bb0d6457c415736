import type { DeepPartial, Styles } from 'klinecharts';

/** The design tokens that the chart paints with; canvas cannot read CSS variables itself. */
export interface ChartTokens {
  readonly paper: string;
  readonly ink: string;
  readonly second: string;
  readonly third: string;
  readonly hairline: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly up: string;
  readonly down: string;
}

const family = '"Inter Variable", Inter, system-ui, sans-serif';

/** Reads the tokens of the theme in force at an element. */
export function readChartTokens(element: Element): ChartTokens {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    paper: token('paper'),
    ink: token('ink'),
    second: token('second'),
    third: token('third'),
    hairline: token('hairline'),
    accent: token('accent'),
    onAccent: token('on-accent'),
    up: token('up'),
    down: token('down'),
  };
}

/** The chart's styles in the given tokens: hairline grid, no boxes, figures in the page's own face. */
export function chartStyles(tokens: ChartTokens): DeepPartial<Styles> {
  const text = { color: tokens.third, family, size: 11, weight: 400 };
  const hairline = { color: tokens.hairline, size: 1 };
  const crosshairText = {
    color: tokens.paper,
    backgroundColor: tokens.second,
    borderSize: 0,
    borderRadius: 2,
    family,
    size: 11,
  };
  return {
    grid: {
      horizontal: { ...hairline, style: 'solid' },
      vertical: { ...hairline, style: 'solid' },
    },
    candle: {
      bar: {
        compareRule: 'current_open',
        upColor: tokens.up,
        downColor: tokens.down,
        noChangeColor: tokens.third,
        upBorderColor: tokens.up,
        downBorderColor: tokens.down,
        noChangeBorderColor: tokens.third,
        upWickColor: tokens.up,
        downWickColor: tokens.down,
        noChangeWickColor: tokens.third,
      },
      priceMark: {
        high: { color: tokens.second, textFamily: family, textSize: 11 },
        low: { color: tokens.second, textFamily: family, textSize: 11 },
        last: {
          compareRule: 'current_open',
          upColor: tokens.up,
          downColor: tokens.down,
          noChangeColor: tokens.third,
          line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
          text: { color: tokens.paper, family, size: 11, weight: 600, borderRadius: 2 },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: { upColor: tokens.up, downColor: tokens.down, noChangeColor: tokens.third },
      bars: [
        {
          style: 'fill',
          upColor: `color-mix(in srgb, ${tokens.up} 45%, transparent)`,
          downColor: `color-mix(in srgb, ${tokens.down} 45%, transparent)`,
          noChangeColor: tokens.third,
        },
      ],
      lines: [
        { color: tokens.accent, size: 1 },
        { color: tokens.second, size: 1 },
        { color: tokens.third, size: 1 },
      ],
      lastValueMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    xAxis: { axisLine: hairline, tickLine: { show: false }, tickText: text },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    separator: { ...hairline, activeBackgroundColor: tokens.hairline },
    crosshair: {
      horizontal: { line: { color: tokens.third, dashedValue: [3, 3] }, text: crosshairText, features: [] },
      vertical: { line: { color: tokens.third, dashedValue: [3, 3] }, text: crosshairText },
    },
  };
}
