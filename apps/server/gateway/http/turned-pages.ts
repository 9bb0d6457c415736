import { type Call, DEEPEST_RECORD } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';

/** Rows that a list returns at once at most. */
export const LARGEST_PAGE = 100;
const USUAL_PAGE = 20;

type Part = Readonly<Record<string, unknown>>;
interface Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}
interface Page {
  readonly records: readonly unknown[];
  readonly nextCursor: string | null;
}

/** True for a list that knows pages by number and no cursor: its handler reads them by itself. */
export function pagesItself({ query, body }: Pick<Call, 'query' | 'body'>): boolean {
  return [query, body].some((part) => {
    const shape = (part as { readonly shape?: object } | null)?.shape;
    return shape !== undefined && 'current' in shape && !('cursor' in shape);
  });
}

/**
 * Answers a list that is asked for by `current` and `size`: goes through the pages before it by their cursors, at most 1,000
 * records deep. Any other call is answered as it is. `onFurtherPage` is called before each page that is read beyond the first,
 * and may refuse it.
 * @throws Refusal INVALID_INPUT for `current` beside a cursor or two sizes that differ, PAGE_TOO_DEEP
 */
export async function turnedPage<Context extends Asked>(
  context: Context,
  largestPage: number | null,
  read: (context: Context) => unknown,
  onFurtherPage: () => void,
): Promise<unknown> {
  const part = (['query', 'body'] as const).find((name) => isNumbered(context[name]));
  if (part === undefined) return read(context);
  const { current, size, ...rest } = context[part] as Part;
  const params = (context.params ?? {}) as Part;
  const sizes = [size, rest.pageSize, params.limit].filter((each) => each !== undefined) as number[];
  const wanted = sizes[0] ?? USUAL_PAGE;
  if (sizes.some((each) => each !== wanted)) throw new Refusal('INVALID_INPUT', { field: 'size' });
  if (current !== undefined && rest.cursor !== undefined)
    throw new Refusal('INVALID_INPUT', { field: 'current' });
  const largest = largestPage ?? LARGEST_PAGE;
  if (wanted > largest) throw new Refusal('INVALID_INPUT', { field: 'size' });
  const page = Number(current ?? 1);
  if (page * wanted > DEEPEST_RECORD) throw new Refusal('PAGE_TOO_DEEP', { field: 'current' });
  const pageAt = (cursor: unknown, limit: number) =>
    read({
      ...context,
      params: params.limit === undefined ? context.params : { ...params, limit },
      [part]: { ...rest, ...(cursor === undefined ? {} : { cursor }), pageSize: limit },
    }) as Promise<Page>;
  let { cursor } = rest;
  for (let skip = (page - 1) * wanted; skip > 0; ) {
    const { records, nextCursor } = await pageAt(cursor, Math.min(skip, largest));
    if (nextCursor === null) return { records: [], nextCursor: null };
    skip -= Math.max(records.length, 1);
    cursor = nextCursor;
    onFurtherPage();
  }
  return pageAt(cursor, wanted);
}

function isNumbered(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { current, size } = part as Part;
  return current !== undefined || size !== undefined;
}
