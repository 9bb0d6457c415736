import type { SwapRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useQuoteLines, useSwapCheck } from '../common/quote-lines.tsx';
import { CheckedReceipt, comparedFigures, ReceiptDetails } from '../common/receipt-details.tsx';

/** The stub of a swap: this browser recomputes what arrived from both index prices and the spread. */
export function SwapReceipt({ swap }: { readonly swap: SwapRow }) {
  const text = useText();
  const format = useFormatters();
  const check = useSwapCheck(swap);
  const shared = useQuoteLines(swap);
  const arrives = check.steps.find(({ name }) => name === 'arrives');
  const recomputed = arrives?.recomputed ?? '';
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
      value: `${comparedFigures(check.ok, format.quantity(swap.arrives), format.quantity(recomputed))} ${swap.to}`,
    },
  ];
  return (
    <CheckedReceipt
      title={title}
      check={check}
      details={
        <ReceiptDetails
          title={title}
          lines={lines}
          sentences={[text('swap.receipt.formula')]}
          journal={swap.journal}
          json={{ swap, check }}
        />
      }
    />
  );
}
