import { useText } from '@candor/ui';
import type { Depth } from '../../data/index.ts';

/** Says that nobody offers anything in a book, in place of its rows; nothing where somebody does. */
export function EmptyBook({ depth: { asks, bids } }: { readonly depth: Depth }) {
  const text = useText();
  if (asks.length > 0 || bids.length > 0) return null;
  return (
    <p className="col-span-full self-center px-4 py-6 text-center text-13 text-ink-3">
      {text('trade.book.none')}
    </p>
  );
}
