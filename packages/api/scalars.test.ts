import { expect, it } from 'vitest';
import { reason } from './operator/index.ts';
import { lineCursor, textLine, textLines } from './scalars.ts';

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

it('takes lines of any script as they are written, and nothing in them that hides or turns text', () => {
  const lines = textLines(1, 60);
  // the joiner between a family's faces, letters kept apart in Persian, and a half form of Devanagari
  for (const right of ['a\r\n\tb', 'مرحبا', '👩🏽\u200d👧 ❤️', 'می\u200cخواهم', 'क्\u200dष', 'ශ්\u200dරී'])
    expect(lines.safeParse(right).success, right).toBe(true);
  const turning = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];
  const hiding = [
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u{e0041}',
    '\0',
    '\u009f',
    '\ud800',
  ];
  for (const wrong of [...turning, ...hiding]) {
    const shown = JSON.stringify(wrong);
    expect(lines.safeParse(wrong).success, shown).toBe(false);
    expect(lines.safeParse(`pay${wrong}pal`).success, shown).toBe(false);
  }
  expect(lines.safeParse('می\u200c\u200cخ').success).toBe(false);
});
