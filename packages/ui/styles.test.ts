import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheets = ['styles.css', 'tokens.css', 'start/start.css'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
);
const rules = sheets.flatMap((css) =>
  [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.trim(),
    body,
  })),
);

it('sets a font where a language begins alone: :lang() matches all that lies within, code too', () => {
  const fonts = rules.filter(({ body }) => /(^|[\s;])font(-family)?\s*:/.test(body));
  expect(fonts.length).toBeGreaterThan(1);
  for (const { selectors } of fonts) {
    expect(selectors).not.toMatch(/:lang\(|\*/);
    // no stronger than the rule for code
    if (/\[/.test(selectors)) expect(selectors).toMatch(/^:where\([^()]*\)$/);
  }
});
