import type { z } from 'zod';
import { Refusal } from '../../base/errors/refusal.ts';
import { hiddenSignIn } from './hidden-sign.ts';

const EMPTY = Object.freeze({});

/**
 * Checks one part of a request. An act takes nothing that the contract does not name, not even in a part that it does not
 * have; a read leaves out what it does not know, as its clients add `_=1` and the like. Text that no database holds, with a
 * NUL or half of a surrogate pair, is refused in every field.
 * @throws Refusal INVALID_INPUT with the first field that is wrong, or HIDDEN_SIGN with the words around a sign that nobody sees.
 */
export function parsePart(
  schema: z.ZodType | null,
  value: unknown,
  part: 'params' | 'query' | 'body',
  isRead = false,
): unknown {
  const given = value ?? EMPTY;
  const unwritable = unwritableField(given);
  if (unwritable !== null) throw invalid(unwritable, part);
  if (schema === null) {
    if (typeof given !== 'object' || Array.isArray(given)) throw invalid(part, part);
    const [unknown] = Object.keys(given);
    if (unknown === undefined || isRead) return null;
    throw invalid(unknown, part);
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const known = isRead ? withoutUnknown(given, parsed.error.issues) : null;
  const again = known === null ? parsed : schema.safeParse(known);
  if (again.success) return again.data;
  const { issues } = again.error;
  const near = hiddenSignIn(known ?? given, issues[0]);
  throw invalid(wrongField(issues).join('.'), part, near);
}

/** A stranger's field name goes back into the answer only when it is a plain word. */
function invalid(given: string, part: string, near: string | null = null): Refusal {
  const field = /^[\w.]{1,64}$/.test(given) ? given : part;
  return near === null
    ? new Refusal('INVALID_INPUT', { field })
    : new Refusal('HIDDEN_SIGN', { field, details: { near } });
}

/** The first field of a part whose text cannot be written; null where each can. */
function unwritableField(given: unknown): string | null {
  const isWritable = (text: string) => text.isWellFormed() && !text.includes('\0');
  const find = (value: unknown, field: string): string | null => {
    if (typeof value === 'string') return isWritable(value) ? null : field;
    if (typeof value !== 'object' || value === null) return null;
    for (const [name, each] of Object.entries(value)) {
      const found = isWritable(name) ? find(each, field === '' ? name : `${field}.${name}`) : field;
      if (found !== null) return found;
    }
    return null;
  };
  try {
    return find(given, '');
  } catch (error) {
    // deeper than the stack: no part of the contract is
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** A part without the fields that its schema named as unknown at the top; null where there are none. */
function withoutUnknown(given: unknown, issues: readonly z.core.$ZodIssue[]): Record<string, unknown> | null {
  const unknown = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? [...issue.keys] : [],
    ),
  );
  if (unknown.size === 0) return null;
  return Object.fromEntries(Object.entries(given as object).filter(([name]) => !unknown.has(name)));
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
