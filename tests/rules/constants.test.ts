import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormatters } from '@candor/i18n';
import * as products from '@candor/products';
import { SAFETY_FUND_DIVISOR } from '@candor/rules';
import { expect, it } from 'vitest';
import { sessionCookie } from '../../apps/server/gateway/http/cookie.ts';
import { root } from '../../tools/run.ts';

const HOME = 'packages/products/constants.ts';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Each constant with the quoted words of its docstring. */
const constants = [...read(HOME).matchAll(/\/\*\* [^"\n]*"([^"]+)" \*\/\nexport const (\w+) = /g)].map(
  ([, words = '', name = '']) => ({ words, name }),
);
const sources = globSync('{apps,packages}/**/*.{ts,tsx,js}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx', '**/*.stories.tsx', '**/dist/**'],
}).filter((file) => file !== HOME && !file.endsWith('.gen.ts'));

/** Ways to write a value again. Values that mean much else, such as 4 or 10, are judged by their names alone. */
const COPIES: readonly RegExp[] = [
  /\b604_?800(_?000)?\b/,
  /\b300_?000\b/,
  /\b120_?000\b/,
  /-521\b/,
  /\b(564|532)(px|\b)/,
  /coin_web-/,
  /Asia\/Hong_Kong/,
  /'MM\/DD\/YYYY'/,
  /'CNY'/,
  /'daytime'/,
  /\b7 \* 24 \* 3_?600/,
];

/** What has the digits of a constant and means another thing. */
const OTHERS: ReadonlySet<string> = new Set([
  'apps/web/data/market/live-price.ts: 300_000',
  "apps/web/shell/theme-switch.tsx: 'daytime'",
]);

it('of the specification stand in one module, each with words that are in the specification', () => {
  const table = read('docs/spec-coverage.md');
  const exported = [...read(HOME).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  expect(exported.length).toBeGreaterThan(20);
  expect(constants.map(({ name }) => name)).toEqual(exported);
  expect(constants.filter(({ words }) => !table.includes(words)).map(({ name }) => name)).toEqual([]);
});

it('are written nowhere else', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const copies = sources.flatMap((file) => {
    const code = read(file)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '');
    return COPIES.flatMap((copy) => copy.exec(code)?.[0] ?? []).map((copy) => `${file}: ${copy}`);
  });
  expect(copies.filter((copy) => !OTHERS.has(copy))).toEqual([]);
});

it('are read by somebody', () => {
  const all = sources.map(read).join('\n');
  const unread = constants.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(all));
  expect(unread.map(({ name }) => name)).toEqual([]);
});

it('hold where a module cannot import them', () => {
  const { FILE_TIMEOUT_MS, SAFETY_FUND_PERCENT, STORAGE_PREFIX } = products;
  const boot = /FILE_MS = ([\d_]+)/.exec(read('packages/ui/start/boot.js'));
  expect(Number(boot?.[1]?.replaceAll('_', ''))).toBe(FILE_TIMEOUT_MS);
  expect(`${/data-store="(\w+)"/.exec(read('apps/web/index.html'))?.[1]}-`).toBe(STORAGE_PREFIX);
  expect(100 / SAFETY_FUND_DIVISOR).toBe(SAFETY_FUND_PERCENT);
});

it('of dates are how English writes them', () => {
  const format = createFormatters('en', 'UTC').dateTime(Date.UTC(2026, 10, 9, 4, 5, 6));
  const written = products.DATE_FORMAT.replace('MM', '11').replace('DD', '09').replace('YYYY', '2026');
  const time = products.TIME_FORMAT.replace('HH', '04').replace('mm', '05').replace('ss', '06');
  expect(format).toBe(`${written} ${time}`);
});

it.each([
  ['as long as a token', 7, 7],
  ['a day longer than its token', 8, 7],
  ['near the end of its login', 2, 2],
])('of the cookie limit that of a session %s', (_, days, kept) => {
  const session = { token: 'x', issuedAtMs: 5, expiresAtMs: 5 + days * 86_400_000 };
  expect(products.COOKIE_DAYS).toBe(7);
  expect(sessionCookie(session, false)).toContain(`Max-Age=${kept * 86_400};`);
});
