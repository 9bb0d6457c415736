import type { SecondRow } from '@candor/contract';
import { Button, Cell, EmptyState, ErrorState, HeadCell, Row, Skeleton, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { PHONE, useMediaQuery } from '../../app/use-media-query.ts';
import { RecordTable } from '../orders/record-table.tsx';
import { SecondCard } from './second-card.tsx';
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

/** The same as a list, for phones. */
function PastCards({ rows, query }: ReturnType<typeof usePastSeconds>) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  if (rows === null && query.isError) {
    return (
      <ErrorState
        title={text('trade.records.failed')}
        text={wordsOf(intl, query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (rows === null) return <Skeleton className="m-4 h-24" />;
  if (rows.length === 0) {
    return <EmptyState title={text('trade.sec.noPast')} text={text('trade.sec.noPastText')} />;
  }
  return (
    <>
      <ul className="divide-y">
        {rows.map((contract) => (
          <SecondCard
            key={contract.id}
            contract={contract}
            aside={<span className="font-medium">{resultText(intl, contract)}</span>}
            endPrice={contract.closePrice}
            endLabel={text('trade.sec.closePrice')}
          >
            <div className="flex items-center justify-between gap-3">
              <span className="text-12 text-ink-3">{format.dateTime(contract.createTime)}</span>
              <SecondReceiptStub contract={contract} />
            </div>
          </SecondCard>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="flex justify-center p-2">
          <Button
            variant="plain"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {text('trade.records.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The user's contracts that are over, each with a receipt that this browser recomputes. */
export function PastSeconds() {
  const intl = useIntl();
  const phone = useMediaQuery(PHONE);
  const { query, rows } = usePastSeconds();
  const text = (id: string) => intl.formatMessage({ id });
  if (phone) return <PastCards query={query} rows={rows} />;
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
