import type { DeepPartial, Styles } from 'klinecharts';

/** The design tokens that the chart paints with; canvas cannot read CSS variables itself. */
export interface ChartTokens {
  readonly paper: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  readonly warn: string;
}

const family = '"Inter Variable", Inter, system-ui, sans-serif';

const axisText = { family, size: 11, weight: 400 } as const;

/** The font of the axes' labels, as CSS writes it. */
export const axisFont = `${axisText.weight} ${axisText.size}px ${axisText.family}`;

/** Reads the tokens of the theme in force at an element. */
export function readChartTokens(element: Element): ChartTokens {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: token('paper'),
    ink: token('ink'),
    ink2: token('ink-2'),
    ink3: token('ink-3'),
    line: token('line'),
    accent: token('accent'),
    up: token('up'),
    down: token('down'),
    warn: token('warn'),
  };
}

/** The chart's styles in the given tokens, for candles or a line: hairline grid, no boxes, figures in the page's own face. */
export function chartStyles(tokens: ChartTokens, isLine: boolean): DeepPartial<Styles> {
  const text = { ...axisText, color: tokens.ink3 };
  const hairline = { color: tokens.line, size: 1 };
  const crosshairText = {
    color: tokens.paper,
    backgroundColor: tokens.ink2,
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
      type: isLine ? 'area' : 'candle_solid',
      area: {
        lineSize: 1.5,
        lineColor: tokens.accent,
        backgroundColor: 'transparent',
        point: { show: false },
      },
      bar: {
        compareRule: 'current_open',
        upColor: tokens.up,
        downColor: tokens.down,
        noChangeColor: tokens.ink3,
        upBorderColor: tokens.up,
        downBorderColor: tokens.down,
        noChangeBorderColor: tokens.ink3,
        upWickColor: tokens.up,
        downWickColor: tokens.down,
        noChangeWickColor: tokens.ink3,
      },
      priceMark: {
        high: { color: tokens.ink2, textFamily: family, textSize: 11 },
        low: { color: tokens.ink2, textFamily: family, textSize: 11 },
        last: {
          compareRule: 'current_open',
          upColor: tokens.up,
          downColor: tokens.down,
          noChangeColor: tokens.ink3,
          line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
          text: { color: tokens.paper, family, size: 11, weight: 600, borderRadius: 2 },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: { upColor: tokens.up, downColor: tokens.down, noChangeColor: tokens.ink3 },
      bars: [
        {
          style: 'fill',
          upColor: `color-mix(in srgb, ${tokens.up} 45%, transparent)`,
          downColor: `color-mix(in srgb, ${tokens.down} 45%, transparent)`,
          noChangeColor: tokens.ink3,
        },
      ],
      lines: [
        { color: tokens.accent, size: 1 },
        { color: tokens.ink2, size: 1 },
        { color: tokens.ink3, size: 1 },
      ],
      lastValueMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    xAxis: { axisLine: hairline, tickLine: { show: false }, tickText: text },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    separator: { ...hairline, activeBackgroundColor: tokens.line },
    crosshair: {
      horizontal: { line: { color: tokens.ink3, dashedValue: [3, 3] }, text: crosshairText, features: [] },
      vertical: { line: { color: tokens.ink3, dashedValue: [3, 3] }, text: crosshairText },
    },
  };
}
