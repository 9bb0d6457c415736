import { expect, it } from 'vitest';
import { reason } from './operator/index.ts';
import { lineCursor, textLine } from './scalars.ts';

it('cursors of lines fit what read models count in', () => {
  expect(lineCursor.safeParse('123456789012345.999999999').success).toBe(true);
  expect(lineCursor.safeParse('1.2147483648').success).toBe(false);
});

it('reasons can be read', () => {
  for (const words of ['Venue outage', 'การบำรุงรักษา', '取引所の保守作業', 'Обслуживание', 'Lỗi chỉ số: 5 %'])
    expect(reason.safeParse(words).success, words).toBe(true);
  const invisible = ['\u200b'.repeat(6), '\u202e\u202d\u2066\u2069\u200f\u200e', '\u3164'.repeat(6)];
  for (const words of [...invisible, `Outage${invisible[0]}`, '.....', 'abcd', 'a\nb c d e', 'x'.repeat(201)])
    expect(reason.safeParse(words).success, words).toBe(false);
});

it('a line of text is counted without the spaces around it, and has no control characters', () => {
  const line = textLine(2, 4);
  expect(line.parse('  a b ')).toBe('a b');
  for (const wrong of [' a ', 'abcde', 'a\0b', 'a\nb', 'a\u009fb', 'a\u202eb', 'a\ud800'])
    expect(line.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

it('a line of text takes an emoji of several, and its joiner nowhere else', () => {
  const line = textLine(1, 40);
  for (const right of ['👨‍👩‍👧 wallet', 'ops 🧑🏽‍💻', '❤️‍🔥', '👍🏽']) expect(line.parse(right)).toBe(right);
  for (const wrong of ['pay\u200dpal', '\u200d👧', '👧\u200d\u200d👧', '👧\u200b'])
    expect(line.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  expect(line.safeParse(`${'👧'.repeat(20)}\u0000`).success).toBe(false);
});
