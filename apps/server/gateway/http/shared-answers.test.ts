import { expect, it } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

const textOf = async (body: Promise<{ readonly bytes: Buffer }>) => (await body).bytes.toString();

it('makes an answer once for all who ask at once and for a second after, and then again', async () => {
  let timeMs = 0;
  let made = 0;
  const shared = createSharedAnswers(
    1_000,
    () => [],
    () => timeMs,
  );
  const ask = (key = 'a') => textOf(shared.get(key, async () => `${key}${++made}`));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['a1', 'a1', 'a1']);
  timeMs = 999;
  expect(await ask()).toBe('a1');
  expect(await ask('b')).toBe('b2');
  timeMs = 1_000;
  expect(shared.find('a')).toBeNull();
  expect(await ask()).toBe('a3');
});

it('gives no answer of a former state', async () => {
  let state = {};
  let made = 0;
  const shared = createSharedAnswers(
    1_000,
    () => [state],
    () => 0,
  );
  const ask = () => textOf(shared.get('a', async () => `${++made}`));
  expect(await ask()).toBe('1');
  expect(await ask()).toBe('1');
  state = {};
  expect(await ask()).toBe('2');
});

it('keeps no failure', async () => {
  const shared = createSharedAnswers(1_000, () => []);
  await expect(shared.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await textOf(shared.get('a', async () => 'here'))).toBe('here');
});

it('keeps no more than it has room for', async () => {
  const shared = createSharedAnswers(
    1_000,
    () => [],
    () => 0,
  );
  const long = 'x'.repeat(10 * 1024 * 1024);
  for (const key of ['a', 'b', 'c', 'd', 'e']) await shared.get(key, async () => long);
  expect(shared.find('a')).toBeNull();
  expect(shared.find('e')).not.toBeNull();
});
