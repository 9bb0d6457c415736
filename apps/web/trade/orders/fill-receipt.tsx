import type { FillRow } from '@candor/contract';
import { checkFill } from '@candor/proofs';
import { Detail, DetailList, ReceiptStub, useFormatters } from '@candor/ui';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useSettings } from '../../data/index.ts';
import { useMarketNames } from './market-names.ts';

/** The stub of one fill: this browser recomputes amount and fee and shows what it found. */
export function FillReceiptStub({ fill }: { readonly fill: FillRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const practice = useSettings().data?.mode === 'practice';
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
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={text('trade.receipt.title', { number: String(fill.id) })}
      details={
        <div className="flex flex-col gap-4">
          <DetailList ruled>
            <Detail label={text('trade.orders.price')}>
              {format.price(fill.price, market.priceDecimals)}
            </Detail>
            <Detail label={text('trade.orders.amount')}>
              {`${format.quantity(fill.quantity, market.quantityDecimals)} ${market.base}`}
            </Detail>
            <Detail label={text('trade.receipt.rate')}>{format.percent(String(fill.feePpm / 10_000))}</Detail>
            <Detail label={text('trade.receipt.received')}>{format.quantity(received)}</Detail>
            {check.steps.map((step) => (
              <Detail key={step.name} label={text(`trade.receipt.step.${step.name}`)} strong wraps>
                {format.quantity(step.stated)} {step.ok ? '=' : '≠'} {format.quantity(step.recomputed)}
              </Detail>
            ))}
            <Detail label={text('trade.receipt.counterparty')}>
              {text(fill.counterpartyHouse ? 'trade.receipt.house' : 'trade.receipt.user')}
            </Detail>
            <Detail label={text('trade.receipt.seq')}>{format.count(fill.seq)}</Detail>
          </DetailList>
          <p className="text-13 text-ink-2">{text('trade.receipt.formula')}</p>
          {practice && <p className="text-13 text-ink-3">{text('trade.receipt.practice')}</p>}
        </div>
      }
    />
  );
}
