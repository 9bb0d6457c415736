import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The hex tokens of a theme's block in the stylesheet. */
function tokensOf(theme: 'day' | 'night'): Record<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'ground', 'wash', 'float'];
const texts = ['ink', 'ink-2', 'ink-3', 'accent', 'up', 'down', 'warn', 'seal'];

const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
  ...['accent', 'up', 'down', 'warn', 'seal'].map((tone) => [tone, `${tone}-tint`, 4.5] as const),
  ...['up-tint', 'down-tint', 'accent-tint'].flatMap((tint) =>
    ['ink', 'ink-2', 'ink-3'].map((ink) => [ink, tint, 4.5] as const),
  ),
  ...['accent', 'up', 'down'].flatMap((tone) => [
    [`on-${tone}`, tone, 4.5] as const,
    [`on-${tone}`, `${tone}-strong`, 4.5] as const,
  ]),
  ['paper', 'ink', 4.5] as const,
  ['paper', 'ink-2', 4.5] as const,
  ['edge', 'paper', 3] as const,
  ['edge', 'ground', 3] as const,
  ['edge', 'float', 3] as const,
];

/** A colour without its hue, as the filter `grayscale(1)` makes it. */
function grey(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const level = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
}

describe.each(['day', 'night'] as const)('the %s tokens', (theme) => {
  const tokens = tokensOf(theme);

  it.each(pairs)('%s on %s has contrast %d', (text, ground, least) => {
    expect(contrast(tokens[text] ?? 'missing', tokens[ground] ?? 'missing')).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ...['ground', 'wash'].map((ground) => ['ink-3', ground] as const),
    // in the chart
    ...['ink-2', 'ink-3', 'up', 'down'].map((text) => [text, 'ground'] as const),
  ])('%s on %s, both in grey while prices are old, has contrast 4.5', (text, ground) => {
    expect(contrast(grey(tokens[text]!), grey(tokens[ground]!))).toBeGreaterThanOrEqual(4.5);
  });
});
