import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The options of each pool of connections in a text. */
const optionsOf = (text: string) =>
  [...text.matchAll(/new Pool\(\{(.*?)\}\)/gs)].map(([, options = '']) => options);

const isBounded = (options: string) => options.includes('connectionTimeoutMillis:');

it('nobody waits for a connection of a pool without a bound', () => {
  expect(
    optionsOf('new Pool({ max: 1 }), new Pool({\n connectionTimeoutMillis: 1 })').map(isBounded),
  ).toEqual([false, true]);
  const files = globSync(['apps/*/**/*.ts', 'packages/*/**/*.ts'], {
    exclude: ['**/*.test.ts', '**/node_modules/**'],
  });
  const found = files.flatMap((file) =>
    optionsOf(readFileSync(file, 'utf8')).map((options) => ({ file, options })),
  );
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ options }) => !isBounded(options)).map(({ file }) => file)).toEqual([]);
});
