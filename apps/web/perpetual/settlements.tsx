import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { useMasked } from '../common/eye.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import { Second } from '../trade/orders/record-columns.tsx';
import { Result } from './perpetual-history.tsx';
import { usePerpetualSettlements } from './perpetual-records.ts';
import { SettlementReceiptStub } from './settlement-receipt.tsx';
import { usePerpetualNames } from './use-perpetuals.ts';

/** Funding, liquidations and deleveraging of the user's positions, each with a receipt that this browser recomputes. */
export function PerpetualSettlements({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const named = usePerpetualNames();
  const { query, rows } = usePerpetualSettlements(symbol);
  const text = useText();
  const empty = useEmptyWords(text('perpetual.noneSettlements'), text('perpetual.noneSettlementsText'));
  return (
    <DataTable
      inset
      className="h-full"
      label={text('perpetual.settlements')}
      rows={rows}
      rowKey={(settlement) => settlement.id}
      query={query}
      {...empty}
      columns={[
        {
          head: 'trade.orders.time',
          kind: 'time',
          wraps: true,
          cell: ({ time }) => format.dateTime(time),
        },
        {
          head: 'perpetual.contract',
          cell: (settlement) => (settlement.symbol === null ? '–' : named(settlement.symbol).name),
        },
        {
          head: 'perpetual.kind',
          cell: (settlement) => (
            <>
              <Badge tone={settlement.kind === 'funding' ? 'neutral' : 'warn'}>
                {text(`perpetual.settlement.${settlement.kind}`)}
              </Badge>
              {settlement.kind === 'funding' && (
                <Second>
                  {text('perpetual.rate')} {format.percent(settlement.fundingRate, 4)}
                </Second>
              )}
              {settlement.kind === 'margin-warning' && (
                <Second>
                  {text('perpetual.marginRatio')} {format.percent(settlement.marginRatio)}
                </Second>
              )}
            </>
          ),
        },
        {
          head: 'perpetual.contracts',
          kind: 'figure',
          cell: (settlement) =>
            masked(format.quantity('quantity' in settlement ? settlement.quantity : null, 0)),
        },
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (settlement) => {
            const price = 'price' in settlement ? settlement.price : null;
            return format.price(
              price,
              settlement.symbol === null ? 2 : named(settlement.symbol).priceDecimals,
            );
          },
        },
        {
          head: 'perpetual.resultFee',
          kind: 'figure',
          wraps: true,
          cell: (settlement) => (
            <>
              <Result amount={'amount' in settlement ? settlement.amount : null} />
              {settlement.kind === 'liquidation' && (
                <Second>{`${masked(format.quantity(settlement.fee))} USDT`}</Second>
              )}
            </>
          ),
        },
        {
          head: 'trade.orders.receipt',
          kind: 'end',
          cell: (settlement) => <SettlementReceiptStub settlement={settlement} />,
        },
      ]}
    />
  );
}
