import { newActKey } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  Button,
  Detail,
  DetailList,
  Dialog,
  NumberField,
  SegmentedControl,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { useAct } from '../../app/use-act.ts';
import { useClient } from '../../data/index.ts';
import type { PositionActProps } from './close-dialogs.tsx';
import { SCALE, units } from './contract-terms.ts';
import { FigureChange } from './figure-change.tsx';
import { marginPreview, mostReduced } from './position-preview.ts';

/** Adds margin to an isolated position or takes it away, and shows where it would be liquidated then. */
export function MarginDialog({ onOpenChange, position, row, contracts, name }: PositionActProps) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const [flag, setFlag] = useState<'add' | 'reduce'>('add');
  const [money, setMoney] = useState('');
  const text = (id: string) => intl.formatMessage({ id });
  const adjust = useAct({
    mutationFn: (key: string, watch) =>
      client.call(
        'contractAdjustAmount',
        { query: { id: String(position.id), money, flag } },
        { idempotencyKey: key, ...watch },
      ),
    onSuccess: () => {
      toasts.done(text('trade.contract.toast.margin'));
      setMoney('');
      onOpenChange(false);
    },
  });
  const most = flag === 'add' ? contracts.account.available : mostReduced(row, position);
  const amount = isPositiveNumber(money) ? (parseDecimal(money, SCALE) ?? 0n) : 0n;
  const after = marginPreview(row, position, flag === 'add' ? amount : -amount);
  const price = (value: string | null) => format.price(value, row.full_cou);
  const mostText = intl.formatMessage(
    { id: 'trade.contract.margin.most' },
    { amount: `${format.quantity(most)} USDT` },
  );
  const isBeyond = amount > units(most);
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.margin.title' }, { name })}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {text('trade.contract.dismiss')}
          </Button>
          <Button
            variant="primary"
            loading={adjust.isPending}
            disabled={amount === 0n || isBeyond}
            onClick={() => adjust.mutate(newActKey(Date.now()))}
          >
            {text(`trade.contract.margin.${flag}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label={text('trade.contract.margin.adjust')}
          value={flag}
          onValueChange={setFlag}
          segments={[
            { value: 'add', label: text('trade.contract.margin.add') },
            { value: 'reduce', label: text('trade.contract.margin.reduce') },
          ]}
        />
        <NumberField
          label={text('trade.contract.margin.amount')}
          value={money}
          onValueChange={setMoney}
          decimals={8}
          unit="USDT"
          description={mostText}
          error={isBeyond ? mostText : undefined}
        />
        <DetailList>
          <Detail label={text('trade.contract.margin')}>
            <FigureChange
              before={format.quantity(position.positionMargin, 2)}
              after={format.quantity(isBeyond ? position.positionMargin : after.margin, 2)}
            />{' '}
            USDT
          </Detail>
          <Detail label={text('trade.contract.liquidation')}>
            <FigureChange
              before={price(position.expectedLiquidationPrice)}
              after={price(isBeyond ? position.expectedLiquidationPrice : after.liquidationPrice)}
            />
          </Detail>
        </DetailList>
        <ActMessage phase={adjust.phase} error={adjust.error} />
      </div>
    </Dialog>
  );
}
