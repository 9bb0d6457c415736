import { type Call, type CallName, calls, LongNumber, withoutLongNumbers } from '@candor/api';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Refusal } from '../../apps/server/base/errors/refusal.ts';
import { mergedParts } from '../../apps/server/gateway/http/merged-parts.ts';
import { turnedPage } from '../../apps/server/gateway/http/turned-pages.ts';
import { parsePart } from '../../apps/server/gateway/http/validate.ts';
import { specCalls } from '../api/support/spec-calls.ts';
import { validInputs } from '../api/support/valid-input.ts';

const shape = (path: string) => path.replace(/\{(?!head)\w+\}/g, '{}');

/** The calls that stand behind a line of the specification. */
function callsOf(line: string): Call[] {
  const [method, path = ''] = line.split(' ');
  return Object.values<Call>(calls).filter((call) =>
    [{ method: call.method, path: call.path }, ...call.aliases].some(
      (place) => place.method === method && shape(place.path) === shape(path),
    ),
  );
}

const served = specCalls.filter((line) => !line.includes('/platform/'));
const spec = [...new Set(served.flatMap(callsOf))];
const fieldOf = (read: () => unknown): string | null => {
  try {
    read();
    return null;
  } catch (error) {
    return String((error as Refusal).problem.field);
  }
};
/** Returns what the call reads of a request with these parts. */
function readOf(call: Call, query: object, body: unknown): unknown {
  const given = mergedParts(call, { query, body });
  return [parsePart(call.query, given.query, 'query'), parsePart(call.body, given.body, 'body')];
}

it('the table of the specification’s calls is looked at whole', () => {
  for (const line of served) expect(callsOf(line).length, line).toBeGreaterThan(0);
  expect(spec.length).toBeGreaterThan(80);
});

const byParams = spec.filter(
  ({ method, query, body }) => method === 'POST' && query !== null && body === null,
);

describe('a call by POST whose fields are "params"', () => {
  it('are many', () => expect(byParams.length).toBeGreaterThan(10));

  it.each(byParams.map((call) => [call.name, call] as const))('takes query and body: %s', (name, call) => {
    const fields = Object.entries(validInputs[name as CallName].query ?? {});
    const query = Object.fromEntries(fields);
    const whole = readOf(call, query, null);
    expect(readOf(call, {}, query)).toEqual(whole);
    const half = Math.ceil(fields.length / 2);
    expect(
      readOf(call, Object.fromEntries(fields.slice(0, half)), Object.fromEntries(fields.slice(half))),
    ).toEqual(whole);
    expect(readOf(call, query, query)).toEqual(whole);
    const numbers = fields.map(([field, text]) => [field, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : text]);
    expect(readOf(call, {}, Object.fromEntries(numbers))).toEqual(whole);
    for (const [field, text] of fields)
      expect(
        fieldOf(() => readOf(call, query, { [field]: `${text}0` })),
        field,
      ).toBe(field);
    expect(fieldOf(() => readOf(call, query, { 'no word': 1 }))).not.toBeNull();
  });
});

/** Fields that may be 0, and -0 is 0. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set(['fee', 'dailyLossLimit']);
const QUANTITY = /price|quantity|amount|profit|loss|money|percent|leverage|^fee$|periodSeconds/i;

/** Fields of a call that hold a quantity, with the valid text of each. */
function quantities(name: CallName): [part: 'query' | 'body', field: string, value: string | number][] {
  return (['query', 'body'] as const).flatMap((part) =>
    Object.entries(validInputs[name][part] ?? {})
      .filter(([field, value]) => QUANTITY.test(field) && /^\d+(\.\d+)?$/.test(String(value)))
      .map(
        ([field, value]) => [part, field, value as string | number] as [typeof part, string, string | number],
      ),
  );
}

describe('a quantity', () => {
  const bodies = (Object.keys(calls) as CallName[]).flatMap((name) =>
    quantities(name)
      .filter(([part]) => part === 'body' || byParams.some((call) => call.name === name))
      .map(([part, field, value]) => [`${name}.${field}`, name, part, field, value] as const),
  );

  it('is taken by many calls', () => expect(bodies.length).toBeGreaterThan(40));

  it.each(bodies)('may be a JSON number or decimal text: %s', (_, name, part, field, value) => {
    const call: Call = calls[name];
    const own = (given: unknown) =>
      part === 'body'
        ? readOf(call, validInputs[name].query ?? {}, { ...validInputs[name].body, [field]: given })
        : readOf(call, {}, { ...validInputs[name].query, [field]: given });
    expect(own(Number(value))).toEqual(own(String(value)));
    for (const wrong of [
      -0,
      0,
      1e21,
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      new LongNumber(),
      [1],
      { a: 1 },
    ])
      if (wrong !== 0 || !MAY_BE_ZERO.has(field))
        expect(fieldOf(() => own(wrong)) ?? 'taken', String(wrong)).toBe(field);
    for (const wrong of ['1e1', '+1', ' 1', '1,000', '１', '0x1', 'NaN'])
      expect(fieldOf(() => own(wrong)) ?? 'taken', wrong).toBe(field);
  });

  it.each([
    ['1e-7', '0.0000001'],
    ['12.5e3', '12500'],
    ['1E2', '100'],
    ['0.1', '0.1'],
    ['123456789012345', '123456789012345'],
    ['100000000000000000', '100000000000000000'],
    ['0.00000000000000001', '0.00000000000000001'],
    ['1.50000000000000000000', '1.5'],
  ])('%s is read as %s', (written, text) => {
    const read = (body: string) =>
      (
        parsePart(calls.takePracticeFunds.body, withoutLongNumbers(body, JSON.parse(body)), 'body') as {
          amount: string;
        }
      ).amount;
    expect(read(`{"coin":"BTC","amount":${written}}`)).toBe(text);
  });

  it.each([
    '0.1234567890123456',
    '1234567890123456',
    '1.0000000000000001',
    '1234567890.1234567',
    '0.10000000000000000000001',
  ])('%s has more than 15 significant digits and is refused by name', (written) => {
    const body = `{"coin":"BTC","amount":${written}}`;
    const given = withoutLongNumbers(body, JSON.parse(body));
    expect(fieldOf(() => parsePart(calls.takePracticeFunds.body, given, 'body'))).toBe('amount');
    // as text it is not a number of JSON, and loses no digit
    const text = `{"coin":"BTC","amount":"${written}"}`;
    expect(withoutLongNumbers(text, JSON.parse(text))).toEqual({ coin: 'BTC', amount: written });
  });
});

/** Lists of users' records, each with the part that pages. */
const lists = spec.flatMap((call) =>
  (['query', 'body'] as const)
    .filter((part) => 'cursor' in ((call[part] as z.ZodObject | null)?.shape ?? {}))
    .map((part) => [call.name, call, part] as const),
);

describe('a list', () => {
  it('is one of many', () => expect(lists.length).toBeGreaterThan(10));

  it.each(lists)('is paged by current and size: %s', async (name, call, part) => {
    const {
      cursor: _,
      pageSize: __,
      ...filters
    } = { ...validInputs[name as CallName][part] } as Record<string, unknown>;
    const params = validInputs[name as CallName].params ?? {};
    const rows = Array.from({ length: 130 }, (___, index) => index);
    let further = 0;
    let reads = 0;
    const asked = async (more: object, limit = '7') => {
      [further, reads] = [0, 0];
      const read = {
        params: parsePart(call.params, 'limit' in params ? { ...params, limit } : params, 'params'),
        query: part === 'query' ? parsePart(call.query, { ...filters, ...more }, 'query') : null,
        body: part === 'body' ? parsePart(call.body, { ...filters, ...more }, 'body') : null,
      };
      const list = async (context: typeof read) => {
        reads += 1;
        const page = context[part] as Record<string, unknown>;
        expect(page).not.toHaveProperty('current');
        expect(page).not.toHaveProperty('size');
        const size = Number((context.params as { limit?: number } | null)?.limit ?? page.pageSize);
        const from = Number(page.cursor ?? 0);
        const to = from + size;
        return { records: rows.slice(from, to), nextCursor: to < rows.length ? String(to) : null };
      };
      return turnedPage(read, null, list, () => {
        further += 1;
      });
    };
    const text = (value: number) => (part === 'query' ? String(value) : value);
    for (const current of [1, 2, 3, 18, 19, 20])
      expect(await asked({ current: text(current), size: text(7) }), `page ${current}`).toMatchObject({
        records: rows.slice((current - 1) * 7, current * 7),
      });
    // 126 records lie before the page: two reads, and the page itself
    await asked({ current: text(19), size: text(7) });
    expect({ reads, further }).toEqual({ reads: 3, further: 2 });
    await asked({ current: text(1), size: text(7) });
    expect({ reads, further }).toEqual({ reads: 1, further: 0 });
    expect(await asked({ current: text(3), size: text(7) })).toEqual(
      await asked({ current: '3', size: '7' }),
    );
    const refusal = async (more: object) =>
      (await asked(more).catch((error: Refusal) => error.problem)) as object;
    expect(await refusal({ current: text(143), size: text(7) })).toMatchObject({
      key: 'PAGE_TOO_DEEP',
      field: 'current',
    });
    expect(await refusal({ current: text(142), size: text(7) })).toEqual({ records: [], nextCursor: null });
    expect(
      await refusal({ current: text(1), size: text(7), cursor: name.length > 0 ? cursorOf(call, part) : '' }),
    ).toMatchObject({
      key: 'INVALID_INPUT',
      field: 'current',
    });
    for (const wrong of [0, -1, 1.5]) {
      expect(await refusal({ current: text(wrong) })).toMatchObject({ field: 'current' });
      expect(await refusal({ size: text(wrong) })).toMatchObject({ field: 'size' });
    }
  });
});

/** A cursor of the form that the list takes. */
function cursorOf(call: Call, part: 'query' | 'body'): string {
  return String((validInputs[call.name as CallName][part] as { cursor?: string } | undefined)?.cursor ?? '7');
}
