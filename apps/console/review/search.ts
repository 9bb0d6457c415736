import type { RawSearch } from '../shell/search.ts';

export interface ReviewSearch {
  /** Only one kind; all without it. */
  readonly kind?: string;
  /** Decided and withdrawn items; those that wait without it. */
  readonly ended?: 'yes';
  /** The item that is open. */
  readonly item?: string;
}

export function reviewSearch({ kind, ended, item }: RawSearch): ReviewSearch {
  const number = typeof item === 'number' ? String(item) : item;
  return {
    ...(typeof kind === 'string' && /^[a-z][A-Za-z0-9]{1,39}$/.test(kind) ? { kind } : {}),
    ...(ended === 'yes' ? { ended } : {}),
    ...(typeof number === 'string' && /^[1-9]\d{0,14}$/.test(number) ? { item: number } : {}),
  };
}
