import type { z } from 'zod';
import { Refusal } from '../refusal.ts';

const EMPTY = Object.freeze({});

/**
 * Checks one part of a request. A call without that part takes it only empty, so that nothing is accepted that the
 * contract does not name.
 * @throws Refusal INVALID_INPUT with the first field that is wrong.
 */
export function parsePart(
  schema: z.ZodType | null,
  value: unknown,
  part: 'params' | 'query' | 'body',
): unknown {
  const given = value ?? EMPTY;
  if (schema === null) {
    if (typeof given === 'object' && !Array.isArray(given) && Object.keys(given).length === 0) return null;
    throw new Refusal('INVALID_INPUT', { field: part });
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  // A stranger's field name goes back into the answer only when it is a plain word.
  const field = wrongField(parsed.error.issues).join('.');
  throw new Refusal('INVALID_INPUT', { field: /^[\w.]{1,64}$/.test(field) ? field : part });
}

/**
 * Returns the path of the first wrong field. Of several forms that a value may have, the one with the fewest faults is
 * meant.
 */
function wrongField(issues: readonly z.core.$ZodIssue[]): string[] {
  const [issue] = issues;
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') return [...path, issue.keys[0] ?? ''];
  if (issue?.code !== 'invalid_union' || issue.errors.length === 0) return path;
  const meant = issue.errors.reduce((best, form) => (form.length < best.length ? form : best));
  return [...path, ...wrongField(meant)];
}

const keyPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Checks the Idempotency-Key header. @throws Refusal KEY_INVALID */
export function parseIdempotencyKey(header: unknown): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  throw new Refusal('KEY_INVALID');
}
