import type { FillRow } from '@candor/api';
import { checkFill } from '@candor/proofs';
import { useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import { FillReceipt } from './fill-details.tsx';
import { useMarketNames } from './market-names.ts';

/** The stub of one spot or margin fill: this browser recomputes amount and fee and shows what it found. */
export function FillReceiptStub({ fill }: { readonly fill: FillRow }) {
  const format = useFormatters();
  const market = useMarketNames()(fill.symbol);
  const check = useMemo(
    () =>
      checkFill({
        side: fill.side,
        price: fill.price,
        quantity: fill.quantity,
        amount: fill.amount,
        fee: fill.fee.amount,
        feePpm: fill.feePpm,
      }),
    [fill],
  );
  const received = fill.side === 'buy' ? fill.quantity : fill.amount;
  const text = useText();
  const coins = { amount: market.quote, fee: fill.fee.coin };
  return (
    <FillReceipt
      title={text('trade.receipt.title', { number: String(fill.id) })}
      check={check}
      lines={[
        { name: 'trade.orders.market', value: fill.symbol_name },
        { name: 'trade.form.side', value: text(`trade.side.${fill.side}`) },
        { name: 'trade.receipt.role', value: text(`trade.role.${fill.role}`) },
        { name: 'trade.orders.time', value: format.dateTime(fill.time) },
        { name: 'trade.receipt.order', value: String(fill.orderId) },
        { name: 'trade.receipt.trade', value: String(fill.id) },
        {
          name: 'trade.orders.price',
          value: `${format.price(fill.price, market.priceDecimals)} ${market.quote}`,
        },
        {
          name: 'trade.orders.amount',
          value: `${format.quantity(fill.quantity, market.quantityDecimals)} ${market.base}`,
        },
        { name: 'trade.receipt.rate', value: format.percent(String(fill.feePpm / 10_000)) },
        { name: 'trade.receipt.received', value: `${format.quantity(received)} ${fill.fee.coin}` },
        {
          name: 'trade.receipt.counterparty',
          value: text(fill.counterpartyHouse ? 'trade.receipt.house' : 'trade.receipt.user'),
        },
        { name: 'trade.receipt.seq', value: String(fill.seq) },
      ]}
      figure={(step, value) => `${format.quantity(value)} ${step === 'fee' ? coins.fee : coins.amount}`}
      sentences={['trade.receipt.formula', 'trade.receipt.scope']}
      record={fill}
    />
  );
}
