import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../tools/run.ts';

/** Ways to define a test that may not run; a test that finds out while it runs says why by its context. */
const SKIPPING = /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo)\b/;

describe('a test that is skipped', () => {
  it.each(['it.skip(', 'test.skipIf(', 'describe.concurrent.runIf(', 'it.todo('])('is found: %s', (text) => {
    expect(text).toMatch(SKIPPING);
  });

  it('counts as one that failed, so none is defined', () => {
    const files = globSync('{apps,packages,tests,tools,benches}/**/*.test.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', 'tests/rules/skipped.test.ts'],
    });
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => SKIPPING.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
