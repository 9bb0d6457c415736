import { expect, it } from 'vitest';
import { actOfPress, withNewLine } from './typing-keys.ts';

const enter = {
  key: 'Enter',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 13,
};

it('sends by Enter, and begins a line by Ctrl+Enter', () => {
  expect(actOfPress(enter)).toBe('send');
  expect(actOfPress({ ...enter, ctrlKey: true })).toBe('newLine');
  expect(actOfPress({ ...enter, metaKey: true })).toBe('newLine');
  expect(actOfPress({ ...enter, shiftKey: true })).toBeNull();
  expect(actOfPress({ ...enter, key: 'a' })).toBeNull();
});

it('never sends while an input method composes', () => {
  expect(actOfPress({ ...enter, isComposing: true })).toBeNull();
  // Safari: the composition has ended when the Enter that took its candidate arrives
  expect(actOfPress({ ...enter, isComposing: false, keyCode: 229 })).toBeNull();
  expect(actOfPress({ ...enter, ctrlKey: true, isComposing: true })).toBeNull();
});

it('puts a new line in place of the selection', () => {
  expect(withNewLine('one two', 3, 4)).toEqual({ text: 'one\ntwo', caret: 4 });
  expect(withNewLine('', 0, 0)).toEqual({ text: '\n', caret: 1 });
});
