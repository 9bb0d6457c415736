import type { SwapRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useQuoteLines, useSwapCheck } from '../common/quote-lines.tsx';
import { comparedStep, RecomputedReceipt } from '../common/receipt-details.tsx';

/** The stub of a swap: this browser recomputes what arrived from both index prices and the spread. */
export function SwapReceipt({ swap }: { readonly swap: SwapRow }) {
  const text = useText();
  const format = useFormatters();
  const check = useSwapCheck(swap);
  const shared = useQuoteLines(swap);
  const title = text('swap.receipt.title', { number: String(swap.id) });
  const lines = [
    { label: text('swap.time'), value: format.dateTime(swap.time) },
    { label: text('swap.receipt.quoted'), value: format.dateTime(swap.quotedAt) },
    { label: text('swap.receipt.counterparty'), value: text('swap.receipt.house') },
    { label: text('swap.given'), value: `${format.quantity(swap.amount)} ${swap.from}` },
    ...shared,
    { label: text('swap.receipt.tick'), value: String(swap.tickNo) },
    { label: text('swap.receipt.seq'), value: String(swap.seq) },
    {
      label: text('swap.arrives'),
      value: `${comparedStep(check, 'arrives', swap.arrives, format.quantity)} ${swap.to}`,
    },
  ];
  return (
    <RecomputedReceipt
      title={title}
      check={check}
      lines={lines}
      sentences={[text('swap.receipt.formula')]}
      journal={swap.journal}
      json={{ swap, check }}
    />
  );
}
