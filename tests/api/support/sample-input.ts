import type { Call } from '@candor/api';
import { z } from 'zod';
import type { RawInput } from './raw-input.ts';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
}

/** Texts of the forms that fields have; the first that fits a field is its sample. */
const TEXTS = [
  '1',
  'a',
  'BTCUSDT',
  '2026-11-28',
  'a@example.com',
  '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  'ab'.repeat(32),
  `ck_${'a'.repeat(24)}`,
];

function sampleOf(schema: JsonSchema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (first !== undefined) return sampleOf(first);
  switch (schema.type) {
    case 'string':
      return sampleText(schema);
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(schema.items ?? {})];
    case 'object':
      return fieldsOf(schema);
    default:
      return 'a';
  }
}

function sampleText({ pattern, minLength = 0 }: JsonSchema): string {
  const form = pattern === undefined ? null : new RegExp(pattern, 'u');
  const fits = TEXTS.find((text) => text.length >= minLength && (form === null || form.test(text)));
  return fits ?? 'a'.repeat(Math.max(1, minLength));
}

function fieldsOf({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]));
}

/** Returns a value for each field of a call, by its schema: most of them pass it. */
export function sampleInput({ params, query, body }: Call): RawInput {
  const sample = (part: z.ZodType | null): Record<string, unknown> => {
    if (part === null) return {};
    const found = sampleOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
    return found as Record<string, unknown>;
  };
  const texts = (part: z.ZodType | null): Record<string, string> =>
    Object.fromEntries(Object.entries(sample(part)).map(([name, value]) => [name, String(value)]));
  return { params: texts(params), query: texts(query), body: sample(body) };
}
