/** One page, newest first. `next` is the cursor of the page after it, null on the last one. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

const limitMax = 500;

/** Collects the conditions of a WHERE, each with its parameters. */
export class Where {
  readonly values: unknown[] = [];
  private readonly terms: string[] = [];

  /** Each `?` in `term` stands for one of `values`; where one of them is missing the term is left out. */
  add(term: string, ...values: readonly unknown[]): this {
    if (values.some((value) => value === null || value === undefined)) return this;
    let next = this.values.length + 1;
    this.terms.push(term.replaceAll('?', () => `$${next++}`));
    this.values.push(...values);
    return this;
  }

  get sql(): string {
    return this.terms.length === 0 ? 'true' : this.terms.join(' AND ');
  }
}

/** Returns the number of rows of a page: 1 to 500. */
export function countOf(limit: number): number {
  return Math.min(Math.max(1, Math.floor(limit) || 1), limitMax);
}

/** The page out of one row more than asked for. */
export function page<T>(rows: readonly T[], limit: number, keyOf: (row: T) => readonly number[]): Page<T> {
  const count = countOf(limit);
  const kept = rows.slice(0, count);
  const last = kept.at(-1);
  return { rows: kept, next: rows.length > count && last !== undefined ? keyOf(last).join('.') : null };
}

/** The numbers of a cursor, none where there is no cursor; null where it is not one of ours. */
export function readCursor(cursor: string | null | undefined, parts: number): readonly number[] | null {
  if (cursor === null || cursor === undefined) return [];
  if (!/^\d{1,15}(\.\d{1,15})*$/.test(cursor)) return null;
  const numbers = cursor.split('.').map(Number);
  return numbers.length === parts ? numbers : null;
}
