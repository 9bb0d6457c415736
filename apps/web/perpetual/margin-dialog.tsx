import { decimalOf, isPositiveNumber, type TypedNumber, trimFigure } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  ActDialog,
  Detail,
  DetailList,
  SegmentedControl,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient } from '../data/index.ts';
import { AmountField } from '../forms/amount-field.tsx';
import { SCALE, units } from '../trade/draft/contract-terms.ts';
import type { PositionActProps } from './close-dialogs.tsx';
import { FigureChange } from './figure-change.tsx';
import { marginPreview, mostReduced } from './position-preview.ts';

/** Adds margin to an isolated position or takes it away, and shows where it would be liquidated then. */
export function MarginDialog({ onOpenChange, position, row, contracts, name }: PositionActProps) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const [flag, setFlag] = useState<'add' | 'reduce'>('add');
  const text = useText();
  const act = useActForm({
    defaultValues: { amount: '' as TypedNumber },
    beside: flag,
    places: { money: 'amount', AMOUNT_INVALID: 'amount', INSUFFICIENT_BALANCE: 'amount' },
    send: ({ amount: money }, sending) =>
      client.call('contractAdjustAmount', { query: { id: String(position.id), money, flag } }, sending),
    onDone: () => {
      toasts.done(text('perpetual.toast.margin'));
      onOpenChange(false);
    },
  });
  const money = decimalOf(act.form.watch('amount'));
  const most = flag === 'add' ? contracts.account.available : mostReduced(row, position);
  const amount = isPositiveNumber(money) ? (parseDecimal(money, SCALE) ?? 0n) : 0n;
  const after = marginPreview(row, position, flag === 'add' ? amount : -amount);
  const price = (value: string | null) => format.price(value, row.full_cou);
  const mostText = intl.formatMessage(
    { id: 'perpetual.margin.most' },
    { amount: `${format.quantity(most)} USDT` },
  );
  const isBeyond = amount > units(most);
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'perpetual.margin.title' }, { name })}
      dismiss={text('perpetual.dismiss')}
      submit={text(`perpetual.margin.${flag}`)}
      disabled={amount === 0n || isBeyond}
    >
      <SegmentedControl
        label={text('perpetual.margin.adjust')}
        value={flag}
        onValueChange={setFlag}
        segments={[
          { value: 'add', label: text('perpetual.margin.add') },
          { value: 'reduce', label: text('perpetual.margin.reduce') },
        ]}
      />
      <AmountField
        act={act}
        label={text('perpetual.margin.amount')}
        coin="USDT"
        most={{ text: text('transfer.max'), amount: trimFigure(most, 0) }}
        description={mostText}
        problem={isBeyond ? mostText : null}
      />
      <DetailList>
        <Detail label={text('perpetual.margin')}>
          <FigureChange
            before={format.quantity(position.positionMargin, 2)}
            after={format.quantity(isBeyond ? position.positionMargin : after.margin, 2)}
          />{' '}
          USDT
        </Detail>
        <Detail label={text('perpetual.liquidation')}>
          <FigureChange
            before={price(position.expectedLiquidationPrice)}
            after={price(isBeyond ? position.expectedLiquidationPrice : after.liquidationPrice)}
          />
        </Detail>
      </DetailList>
    </ActDialog>
  );
}
