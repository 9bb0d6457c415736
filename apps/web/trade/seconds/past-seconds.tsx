import { Button, EmptyState, ErrorState, Skeleton, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { PHONE, useMediaQuery } from '../../app/use-media-query.ts';
import { DataTable } from '../orders/data-table.tsx';
import { useMarketNames } from '../orders/market-names.ts';
import { SecondCard } from './second-card.tsx';
import { SecondReceiptStub } from './second-receipt.tsx';
import { periodText, profitClass, resultText, signed } from './second-words.ts';
import { usePastSeconds } from './use-seconds.ts';

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
  const format = useFormatters();
  const phone = useMediaQuery(PHONE);
  const { query, rows } = usePastSeconds();
  const market = useMarketNames();
  const text = (id: string) => intl.formatMessage({ id });
  if (phone) return <PastCards query={query} rows={rows} />;
  return (
    <DataTable
      label={text('trade.sec.past')}
      rows={rows}
      rowKey={(contract) => contract.id}
      query={query}
      emptyTitle={text('trade.sec.noPast')}
      emptyText={text('trade.sec.noPastText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: ({ createTime }) => format.dateTime(createTime) },
        { head: 'trade.orders.market', cell: (contract) => contract.symbol_name },
        {
          head: 'trade.sec.direction',
          cell: ({ side, periodSeconds }) => (
            <>
              <span className={side === 'up' ? 'text-up' : 'text-down'}>{text(`trade.sec.${side}`)}</span>{' '}
              {periodText(intl, periodSeconds)}
            </>
          ),
        },
        {
          head: 'trade.sec.quantity',
          kind: 'figure',
          cell: ({ quantity, coin }) => `${format.count(quantity)} ${coin}`,
        },
        {
          head: 'trade.sec.openPrice',
          kind: 'figure',
          cell: ({ openPrice, symbol }) => format.price(openPrice, market(symbol).priceDecimals),
        },
        {
          head: 'trade.sec.closePrice',
          kind: 'figure',
          cell: ({ closePrice, symbol }) => format.price(closePrice, market(symbol).priceDecimals),
        },
        { head: 'trade.sec.result', cell: (contract) => resultText(intl, contract) },
        {
          head: 'trade.sec.profitLoss',
          kind: 'figure',
          cell: ({ profitLoss, coin }) => (
            <span className={profitClass(profitLoss ?? '0')}>
              {`${signed(profitLoss ?? '0', format.quantity(profitLoss ?? '0'))} ${coin}`}
            </span>
          ),
        },
        {
          head: 'trade.orders.receipt',
          kind: 'end',
          cell: (contract) => <SecondReceiptStub contract={contract} />,
        },
      ]}
    />
  );
}
