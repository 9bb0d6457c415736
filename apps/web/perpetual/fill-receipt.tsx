import type { ContractFillRow } from '@candor/api';
import { checkContractFill } from '@candor/proofs';
import { useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import { FillReceipt, type ReceiptLine } from '../trade/orders/fill-details.tsx';
import { usePerpetualNames } from './use-perpetuals.ts';

/** The stub of one contract fill: this browser recomputes value, fee and profit and shows what it found. */
export function PerpetualFillReceiptStub({ fill }: { readonly fill: ContractFillRow }) {
  const format = useFormatters();
  const named = usePerpetualNames()(fill.symbol);
  const check = useMemo(() => checkContractFill({ ...fill, fee: fill.fee.amount }), [fill]);
  const text = useText();
  const { coin } = fill.fee;
  const held: ReceiptLine[] =
    fill.heldQuantity !== null && fill.heldCost !== null
      ? [
          { name: 'trade.receipt.closed', value: format.quantity(fill.closedQuantity, 0) },
          { name: 'trade.receipt.held', value: format.quantity(fill.heldQuantity, 0) },
          { name: 'trade.receipt.heldCost', value: `${format.quantity(fill.heldCost)} ${coin}` },
        ]
      : [];
  return (
    <FillReceipt
      title={text('trade.receipt.title', { number: String(fill.id) })}
      check={check}
      lines={[
        { name: 'perpetual.contract', value: named.name },
        { name: 'trade.form.side', value: text(`trade.side.${fill.side}`) },
        { name: 'trade.receipt.role', value: text(`trade.role.${fill.role}`) },
        { name: 'trade.orders.time', value: format.dateTime(fill.time) },
        { name: 'trade.receipt.order', value: String(fill.orderId) },
        { name: 'trade.receipt.trade', value: String(fill.id) },
        { name: 'trade.orders.price', value: `${format.price(fill.price, named.priceDecimals)} ${coin}` },
        { name: 'perpetual.contracts', value: format.quantity(fill.quantity, 0) },
        { name: 'trade.receipt.contractSize', value: `${format.quantity(fill.contractSize)} ${named.base}` },
        { name: 'trade.receipt.rate', value: format.percent(String(fill.feePpm / 10_000)) },
        ...held,
        {
          name: 'trade.receipt.counterparty',
          value: text(fill.counterpartyHouse ? 'trade.receipt.house' : 'trade.receipt.user'),
        },
        { name: 'trade.receipt.seq', value: String(fill.seq) },
      ]}
      figure={(_step, value) => `${format.quantity(value)} ${coin}`}
      sentences={[
        'trade.receipt.contractFormula',
        'trade.receipt.scope',
        ...(fill.liquidation ? (['trade.receipt.liquidationFee'] as const) : []),
      ]}
      record={fill}
    />
  );
}
