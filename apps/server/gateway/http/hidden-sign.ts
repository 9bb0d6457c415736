import { noControls, noControlsInLines } from '@candor/api';
import type { z } from 'zod';

/** Characters that are told before and after the sign. */
const AROUND = 12;
/** Stands for what cannot be seen. */
const MARK = '▯';

/** The beginnings of texts that these patterns take: without the end of the text, as far as they go. */
const beginnings = new Map(
  [noControls, noControlsInLines].map((pattern) => [
    String(pattern),
    new RegExp(pattern.source.slice(0, -1), pattern.flags),
  ]),
);

/** The text around the first sign that a pattern does not take although nobody sees it; null where there is none. */
function around(text: string, pattern: string): string | null {
  const beginning = beginnings.get(pattern) ?? beginnings.get(String(noControlsInLines))!;
  const read = text.trim();
  const before = beginning.exec(read)?.[0] ?? '';
  if (before.length === read.length) return null;
  const after = [...read.slice(before.length)].slice(1, 1 + AROUND).join('');
  return [...[...before].slice(-AROUND), MARK, after.replace(/[^\P{C}\s]/gu, MARK)]
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text around the hidden sign for which a part of a request was refused; null where that was for something else. */
export function hiddenSignIn(given: unknown, issue: z.core.$ZodIssue | undefined): string | null {
  if (issue?.code !== 'invalid_format' || issue.format !== 'regex') return null;
  const pattern = issue.pattern ?? '';
  // patterns of free text alone: a code or a number has no place for any sign
  if (!/\\p\{C/.test(pattern)) return null;
  let value = given;
  for (const name of issue.path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? around(value, pattern) : null;
}
