import { expect, it } from 'vitest';
import { createActKeys } from './act-key.ts';

function keysOf() {
  let made = 0;
  return createActKeys(() => `key ${++made}`);
}

it('a retry of an act whose outcome is open carries the same key', () => {
  const keys = keysOf();
  expect(keys.keyFor({ cap: '5', units: 1n })).toBe('key 1');
  expect(keys.keyFor({ cap: '5', units: 1n })).toBe('key 1');
});

it('other values are another act, and so is the same again after an answer', () => {
  const keys = keysOf();
  expect(keys.keyFor({ cap: '5' })).toBe('key 1');
  expect(keys.keyFor({ cap: '6' })).toBe('key 2');
  keys.decide();
  expect(keys.keyFor({ cap: '6' })).toBe('key 3');
  expect(keys.keyFor(undefined)).toBe('key 4');
  expect(keys.keyFor(undefined)).toBe('key 4');
});
