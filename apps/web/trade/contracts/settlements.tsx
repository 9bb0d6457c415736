import { Badge, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { DataTable } from '../orders/data-table.tsx';
import { Result } from './contract-history.tsx';
import { useContractSettlements } from './contract-records.ts';
import { SettlementReceiptStub } from './settlement-receipt.tsx';
import { useContractNames } from './use-contracts.ts';

/** Funding, liquidations and deleveraging of the user's positions, each with a receipt that this browser recomputes. */
export function ContractSettlements({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const named = useContractNames();
  const { query, rows } = useContractSettlements(symbol);
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.contract.settlements')}
      rows={rows}
      rowKey={(settlement) => settlement.id}
      query={query}
      emptyTitle={text('trade.contract.noneSettlements')}
      emptyText={text('trade.contract.noneSettlementsText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        {
          head: 'trade.contract.contract',
          cell: (settlement) => (settlement.symbol === null ? '–' : named(settlement.symbol).name),
        },
        {
          head: 'trade.contract.kind',
          cell: ({ kind }) => (
            <Badge tone={kind === 'funding' ? 'neutral' : 'warn'}>
              {text(`trade.contract.settlement.${kind}`)}
            </Badge>
          ),
        },
        {
          head: 'trade.contract.contracts',
          kind: 'figure',
          cell: (settlement) => format.quantity('quantity' in settlement ? settlement.quantity : null, 0),
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
          head: 'trade.contract.rate',
          kind: 'figure',
          cell: (settlement) =>
            settlement.kind === 'funding' ? format.percent(settlement.fundingRate, 4) : format.quantity(null),
        },
        {
          head: 'trade.contract.result',
          kind: 'figure',
          cell: (settlement) => <Result amount={'amount' in settlement ? settlement.amount : null} />,
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
