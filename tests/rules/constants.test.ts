import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFormatters } from '@candor/i18n';
import * as products from '@candor/products';
import { SAFETY_FUND_DIVISOR } from '@candor/rules';
import { expect, it } from 'vitest';
import { sessionCookie } from '../../apps/server/gateway/http/cookie.ts';
import { DEFAULT_SETTINGS } from '../../apps/server/gateway/realtime/settings.ts';
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

/** Ways to write a value again, with its name where the figure means much else. Values such as 4 or 10 are judged by nothing. */
const COPIES: readonly RegExp[] = [
  /\b604_?800(_?000)?\b/,
  /(timeout|refresh|rates)\w*\s*[=:]\s*300_?000\b/i,
  /(file|chunk)\w*\s*[=:]\s*120_?000\b/i,
  /(reconnect)\w*\s*[=:]\s*3_?000\b/i,
  /-521\b/,
  /\b(564|532)px|\[(564|532)\b/,
  /coin_web-/,
  /Asia\/Hong_Kong/,
  /'MM\/DD\/YYYY'/,
  /'CNY'/,
  /session\w*\s*[=:]\s*[78] \* 24 \*/i,
];

/** Copies that cannot import it, or that mean the thing itself: the rate of the currency. */
const OTHERS: ReadonlySet<string> = new Set([
  'packages/ui/start/boot.js: FILE_MS = 120_000',
  "apps/server/gateway/content/first-entries.ts: 'CNY'",
  "apps/server/prices/listing/otc.ts: 'CNY'",
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
  const all = [...sources, 'tests/rules/constants.test.ts'].map(read).join('\n');
  const unread = constants.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(all));
  expect(unread.map(({ name }) => name)).toEqual([]);
});

it('hold where a module cannot import them', () => {
  const { FILE_TIMEOUT_MS, MQTT_KEEPALIVE_SECONDS, SAFETY_FUND_PERCENT, STORAGE_PREFIX } = products;
  const boot = /FILE_MS = ([\d_]+)/.exec(read('packages/ui/start/boot.js'));
  expect(Number(boot?.[1]?.replaceAll('_', ''))).toBe(FILE_TIMEOUT_MS);
  expect(`${/data-store="(\w+)"/.exec(read('apps/web/index.html'))?.[1]}-`).toBe(STORAGE_PREFIX);
  expect(100 / SAFETY_FUND_DIVISOR).toBe(SAFETY_FUND_PERCENT);
  // clients choose theirs, up to the server's longest
  expect(DEFAULT_SETTINGS.maxKeepaliveS).toBeGreaterThanOrEqual(MQTT_KEEPALIVE_SECONDS);
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
