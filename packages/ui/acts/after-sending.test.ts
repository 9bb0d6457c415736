import { expect, it } from 'vitest';
import { afterSending } from './after-sending.ts';

it('empties a field of what was sent, and keeps what was typed meanwhile', () => {
  expect(afterSending('hello', 'hello')).toBe('');
  expect(afterSending('hello, one thing more', 'hello')).toBe('hello, one thing more');
  expect(afterSending('', 'hello')).toBe('');
});
