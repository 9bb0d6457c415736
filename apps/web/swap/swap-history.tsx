import { DataTable, useFormatters, useText } from '@candor/ui';
import { useMasked } from '../common/eye.tsx';
import { rateDigits } from '../common/rate-digits.ts';
import { useEmptyWords } from '../records/record-filter.tsx';
import { SwapReceipt } from './swap-receipt.tsx';
import { useSwapLog } from './use-swaps.ts';

/** The user's swaps, each with its receipt. */
export function SwapHistory() {
  const text = useText();
  const format = useFormatters();
  const masked = useMasked();
  const { query, rows } = useSwapLog();
  const empty = useEmptyWords(text('swap.history.none'), text('swap.history.none.text'));
  return (
    <DataTable
      label={text('swap.history')}
      density="roomy"
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      failedTitle={text('swap.history.notLoaded')}
      {...empty}
      columns={[
        { head: 'swap.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'swap.given',
          kind: 'figure',
          card: 'title',
          cell: ({ amount, from }) => `${masked(format.quantity(amount))} ${from}`,
        },
        {
          head: 'swap.arrives',
          kind: 'figure',
          card: 'corner',
          cell: ({ arrives, to }) => `${masked(format.quantity(arrives))} ${to}`,
        },
        {
          head: 'swap.rate',
          kind: 'figure',
          quiet: true,
          cell: ({ rate }) => format.quantity(rate, rateDigits(rate)),
        },
        {
          head: 'swap.spread',
          kind: 'figure',
          quiet: true,
          cell: ({ spreadPercent }) => format.percent(spreadPercent),
        },
        { head: 'swap.receipt', kind: 'end', cell: (swap) => <SwapReceipt swap={swap} /> },
      ]}
    />
  );
}
