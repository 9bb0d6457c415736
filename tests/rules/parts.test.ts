import { type Call, type CallName, calls, isRead, operatorCalls } from '@candor/api';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../apps/server/base/errors/refusal.ts';
import { parsePart } from '../../apps/server/gateway/http/validate.ts';
import { validInputs } from '../api/support/valid-input.ts';

const all: Call[] = [...Object.values(calls), ...Object.values(operatorCalls)];
const parts = ['params', 'query', 'body'] as const;

/** The field that a part is refused for; null where it is taken. */
function refusedFor(call: Call, part: (typeof parts)[number], value: unknown): string | null {
  try {
    parsePart(call[part], value, part, isRead(call) && part !== 'params');
    return null;
  } catch (error) {
    return String((error as Refusal).problem.field);
  }
}

describe('text that no database holds', () => {
  it.each(['a\0b', '\ud800', 'x\udfffy', '\0'])('is refused in each part of each call: %j', (text) => {
    for (const call of all) {
      for (const part of parts) {
        expect(refusedFor(call, part, { note: text }), `${call.name} ${part}`).toBe('note');
        expect(refusedFor(call, part, { a: [{ b: text }] }), `${call.name} ${part}`).toBe('a.0.b');
        expect(refusedFor(call, part, { [text]: 'x' }), `${call.name} ${part}`).not.toBeNull();
      }
    }
  });

  it('is refused in each field of a valid input', () => {
    let fields = 0;
    for (const name of Object.keys(calls) as CallName[]) {
      for (const part of parts) {
        const given: Readonly<Record<string, unknown>> = validInputs[name][part] ?? {};
        for (const field of Object.keys(given)) {
          fields += 1;
          expect(refusedFor(calls[name], part, { ...given, [field]: 'a\0b' }), `${name}.${field}`).toBe(
            field,
          );
        }
      }
    }
    expect(fields).toBeGreaterThan(200);
  });
});

describe('fields that a call does not know', () => {
  const extra = { _: '1', sorter: '20', nonce: '1' };
  it.each(Object.keys(calls) as CallName[])('are left out of a read and refused by all else: %s', (name) => {
    const call: Call = calls[name];
    const unknown = Object.entries(extra).filter(
      ([field]) => !JSON.stringify(validInputs[name]).includes(`"${field}"`),
    );
    const added = Object.fromEntries(unknown);
    const query = { ...validInputs[name].query, ...added };
    if (isRead(call)) {
      const read = (value: unknown) => parsePart(call.query, value, 'query', true);
      expect(read(query)).toEqual(read(validInputs[name].query));
    } else expect(refusedFor(call, 'query', query)).toBe('_');
  });
});
