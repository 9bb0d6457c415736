import { textLine, textLines } from '@candor/api';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Refusal } from '../../base/errors/refusal.ts';
import { parsePart } from './validate.ts';

const schema = z.strictObject({
  line: textLine(0, 200).optional(),
  lines: textLines(0, 200).optional(),
  rows: z.array(z.strictObject({ name: textLine(0, 40) })).optional(),
  code: z
    .string()
    .regex(/^[a-z]{3}$/)
    .optional(),
});

/** Problem with which a body is refused. */
function refused(body: object): object {
  try {
    parsePart(schema, body, 'body');
  } catch (error) {
    return (error as Refusal).problem;
  }
  throw new Error('it was taken');
}

it.each([
  [{ line: 'Harbour\u200b Protocol' }, 'line', 'Harbour▯ Protocol'],
  [{ line: '\u202eabc' }, 'line', '▯abc'],
  [{ line: 'A harbour for\u200b all' }, 'line', 'harbour for▯ all'],
  [{ line: 'two\nlines' }, 'line', 'two▯lines'],
  [{ lines: 'First line\nand \u2066this one\u2069 here' }, 'lines', 'st line and ▯this one▯ he'],
  [{ rows: [{ name: 'Ada' }, { name: 'Love\u00adlace' }] }, 'rows.1.name', 'Love▯lace'],
  // a joiner after an emoji or a letter of its script is none; the one that follows no such letter is
  [{ lines: '👩‍🚀 क्\u200dष a\u200db' }, 'lines', '👩‍🚀 क्\u200dष a▯b'],
])('names the field of %j, and the words around the sign', (body, field, near) => {
  expect(refused(body)).toEqual({ key: 'HIDDEN_SIGN', field, details: { near } });
});

it.each([
  [{ line: 'a'.repeat(201) }, 'line'],
  [{ code: 'A1' }, 'code'],
  [{ code: 'ab\u200b' }, 'code'],
  [{ line: 7 }, 'line'],
])('says of %j that it is not valid', (body, field) => {
  expect(refused(body)).toEqual({ key: 'INVALID_INPUT', field });
});
