import type { RawInput } from './raw-input.ts';

const texts = [
  '',
  ' ',
  '-1',
  '-0',
  '0',
  'NaN',
  'Infinity',
  '1e5',
  '1E400',
  '0x10',
  '+1',
  '.5',
  '1.',
  '00.1',
  '1,5',
  '1 000',
  `1.${'1'.repeat(40)}`,
  `0.${'0'.repeat(39)}1`,
  '9'.repeat(18),
  '9'.repeat(400),
  'x'.repeat(4_000),
  '١٢٣',
  '１',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  "'; drop table identity.user; --",
  "' or '1'='1",
  '1; select pg_sleep(5)',
  '$1',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}}',
  'a\u0000b',
  '\u202eabc',
  '😀',
];

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  {},
  ['BTCUSDT', ['x']],
  [null],
  { $ne: 1 },
  { length: 3 },
  'lone \ud800 surrogate',
];

export interface Attack {
  readonly what: string;
  readonly input: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

/** Every field of a valid input missing, of another type and hostile; every part with a field too much. */
export function attacksOn(input: RawInput, hasBody: boolean): Attack[] {
  const attacks: Attack[] = [];
  const add = (what: string, changed: Attack['input']) => attacks.push({ what, input: changed });
  for (const part of ['params', 'query', 'body'] as const) {
    const fields: Readonly<Record<string, unknown>> = input[part] ?? {};
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...without } = fields;
      if (part !== 'params') add(`${part} without ${name}`, { ...input, [part]: without });
      const hostile = part === 'body' ? [...texts, ...values] : texts;
      for (const value of hostile) {
        const shown = (JSON.stringify(value) ?? 'undefined').slice(0, 40);
        add(`${part}.${name} = ${shown}`, { ...input, [part]: { ...fields, [name]: value } });
      }
    }
  }
  add('a query too much', { ...input, query: { ...input.query, extra: '1' } });
  add('a field too much', { ...input, body: { ...input.body, extra: 1 } });
  add('a field of the prototype', { ...input, body: { ...input.body, constructor: 1 } });
  if (hasBody) {
    for (const body of [[], ['x'], 'text', 5, true, null]) {
      add(`body = ${JSON.stringify(body)}`, { ...input, body });
    }
    add('an oversized field', { ...input, body: { ...input.body, extra: 'x'.repeat(20_000) } });
  }
  return attacks;
}
