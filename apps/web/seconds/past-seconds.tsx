import { DataTable, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useEmptyWords } from '../records/record-filter.tsx';
import { useSecondColumns } from './second-columns.tsx';
import { SecondReceiptStub } from './second-receipt.tsx';
import { resultText } from './second-words.ts';
import { usePastSeconds } from './use-seconds.ts';

/** The user's contracts that are over, each with a receipt that this browser recomputes. */
export function PastSeconds() {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { query, rows } = usePastSeconds();
  const { columns, price, profit } = useSecondColumns();
  const { market, direction, stake, openPrice } = columns;
  const empty = useEmptyWords(text('seconds.noPast'), text('seconds.noPastText'));
  return (
    <DataTable
      inset
      className="h-full"
      label={text('seconds.past')}
      rows={rows}
      rowKey={(contract) => contract.id}
      query={query}
      {...empty}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: ({ createTime }) => format.dateTime(createTime) },
        market,
        direction,
        stake,
        openPrice,
        {
          head: 'seconds.closePrice',
          kind: 'figure',
          cell: (contract) => price(contract, contract.closePrice),
        },
        { head: 'seconds.result', cell: (contract) => resultText(intl, contract) },
        { head: 'seconds.profitLoss', kind: 'figure', cell: profit },
        {
          head: 'trade.orders.receipt',
          kind: 'end',
          cell: (contract) => <SecondReceiptStub contract={contract} />,
        },
      ]}
    />
  );
}
