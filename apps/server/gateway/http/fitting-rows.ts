import type { z } from 'zod';

/** Rows that are left out at most, each time that an answer is checked again. */
const MOST_ROUNDS = 20;

interface Fitting {
  readonly data: unknown;
  /** Rows that were left out. */
  readonly left: number;
}

/**
 * An answer without the rows that its schema does not take: one row that nobody foresaw costs itself and not the page. Null
 * where what is wrong stands in no list.
 */
export function fittingRows(
  schema: z.ZodType,
  data: unknown,
  issues: readonly z.core.$ZodIssue[],
): Fitting | null {
  let kept: unknown = data;
  let left = 0;
  let wrong = issues;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const rows = new Map<string, { readonly path: readonly PropertyKey[]; readonly places: Set<number> }>();
    for (const { path } of wrong) {
      const at = path.findIndex((part) => typeof part === 'number');
      if (at < 0) return null;
      const list = path.slice(0, at);
      const key = JSON.stringify(list.map(String));
      const found = rows.get(key) ?? { path: list, places: new Set<number>() };
      found.places.add(path[at] as number);
      rows.set(key, found);
    }
    for (const { path, places } of rows.values()) {
      kept = without(kept, path, places);
      left += places.size;
    }
    const checked = schema.safeParse(kept);
    if (checked.success) return { data: kept, left };
    wrong = checked.error.issues;
  }
  return null;
}

/** A copy without some elements of the list at a path. */
function without(value: unknown, path: readonly PropertyKey[], places: ReadonlySet<number>): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return (value as readonly unknown[]).filter((_, at) => !places.has(at));
  if (typeof first === 'number')
    return (value as readonly unknown[]).map((each, at) =>
      at === first ? without(each, rest, places) : each,
    );
  const record = value as Record<PropertyKey, unknown>;
  return { ...record, [first]: without(record[first], rest, places) };
}
