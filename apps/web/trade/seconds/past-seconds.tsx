import type { SecondRow } from '@candor/contract';
import { Cell, HeadCell, Row, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { RecordTable } from '../orders/record-table.tsx';
import { SecondReceiptStub } from './second-receipt.tsx';
import { periodText, profitClass, resultText, signed } from './second-words.ts';
import { usePastSeconds } from './use-seconds.ts';

const columns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'text', 'figure', 'figure'] as const;

function PastLine({ contract }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const profitLoss = contract.profitLoss ?? '0';
  return (
    <Row>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(contract.createTime)}
      </Cell>
      <Cell>{contract.symbol_name}</Cell>
      <Cell className="whitespace-nowrap">
        <span className={contract.side === 'up' ? 'text-up' : 'text-down'}>
          {intl.formatMessage({ id: `trade.sec.${contract.side}` })}
        </span>{' '}
        {periodText(intl, contract.periodSeconds)}
      </Cell>
      <Cell figure>{`${format.count(contract.quantity)} ${contract.coin}`}</Cell>
      <Cell figure>{format.price(contract.openPrice)}</Cell>
      <Cell figure>{format.price(contract.closePrice)}</Cell>
      <Cell>{resultText(intl, contract)}</Cell>
      <Cell figure className={profitClass(profitLoss)}>
        {`${signed(profitLoss, format.quantity(profitLoss))} ${contract.coin}`}
      </Cell>
      <Cell className="text-end">
        <SecondReceiptStub contract={contract} />
      </Cell>
    </Row>
  );
}

/** The user's contracts that are over, each with a receipt that this browser recomputes. */
export function PastSeconds() {
  const intl = useIntl();
  const { query, rows } = usePastSeconds();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <RecordTable
      label={text('trade.sec.past')}
      columns={columns}
      rows={rows}
      query={query}
      emptyTitle={text('trade.sec.noPast')}
      emptyText={text('trade.sec.noPastText')}
      head={
        <>
          <HeadCell>{text('trade.orders.time')}</HeadCell>
          <HeadCell>{text('trade.orders.market')}</HeadCell>
          <HeadCell>{text('trade.sec.direction')}</HeadCell>
          <HeadCell figure>{text('trade.sec.quantity')}</HeadCell>
          <HeadCell figure>{text('trade.sec.openPrice')}</HeadCell>
          <HeadCell figure>{text('trade.sec.closePrice')}</HeadCell>
          <HeadCell>{text('trade.sec.result')}</HeadCell>
          <HeadCell figure>{text('trade.sec.profitLoss')}</HeadCell>
          <HeadCell figure>{text('trade.orders.receipt')}</HeadCell>
        </>
      }
    >
      {(contract) => <PastLine key={contract.id} contract={contract} />}
    </RecordTable>
  );
}
