import type { RawSearch } from '../shell/search.ts';

export interface MessagesSearch {
  /** Only messages whose address or number contains it; all without it. */
  readonly to?: string;
}

const MOST = 120;

export function messagesSearch({ to }: RawSearch): MessagesSearch {
  // a number in the address arrives as one
  const text = (typeof to === 'number' ? String(to) : typeof to === 'string' ? to : '').trim().slice(0, MOST);
  return text === '' ? {} : { to: text };
}
