import { type Call, decimalOfNumber } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';

interface Parts {
  readonly query: unknown;
  readonly body?: unknown;
}

/**
 * Returns the parts of a request as a call reads them. A call by POST whose fields stand in the query takes them in a JSON
 * body as well, and from both at once: the specification says "params" and means either.
 * @throws Refusal INVALID_INPUT with the field that query and body give different values
 */
export function mergedParts({ query: schema, body: own, upload }: Call, { query, body }: Parts): Parts {
  if (schema === null || own !== null || upload || !isFilled(body)) return { query, body };
  const merged: Record<string, unknown> = { ...(query as object) };
  for (const [field, given] of Object.entries(body)) {
    const value = textOf(given);
    if (Object.hasOwn(merged, field) && merged[field] !== value)
      throw new Refusal('INVALID_INPUT', { field: /^\w{1,64}$/.test(field) ? field : 'body' });
    Object.defineProperty(merged, field, { value, enumerable: true, writable: true, configurable: true });
  }
  return { query: merged, body: null };
}

const isFilled = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** A value of a body as a query would hold it. */
function textOf(value: unknown): unknown {
  if (typeof value === 'number') return decimalOfNumber(value);
  return typeof value === 'boolean' ? String(value) : value;
}
