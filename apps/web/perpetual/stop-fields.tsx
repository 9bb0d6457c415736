import type { ContractMarketRow } from '@candor/api';
import { decimalOf, sentNumber, type TypedNumber } from '@candor/i18n';
import type { PositionTerms } from '@candor/rules';
import { NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { usePerpetualState } from '../data/index.ts';
import type { FaultField } from '../forms/fault-field.ts';
import { isOnWrongSide } from '../trade/draft/draft.ts';
import { nameOfSource } from '../trade/orders/trigger-condition.ts';
import { useAway } from '../trade/orders/use-away.ts';
import { stopResult, stopSide } from './perpetual-preview.ts';
import { SignedAmount } from './signed-amount.tsx';

/** Prices that a form offers to fire a stop or an order that waits: those that the page shows. */
export const TRIGGER_SOURCES = ['mark', 'index'] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];

/** Stops as they are typed: '' for none, and a quantity of '' for the whole position. */
export interface StopDraft {
  readonly profit: TypedNumber;
  readonly loss: TypedNumber;
  readonly quantity: TypedNumber;
  readonly triggerBy: TriggerSource;
}

export const NO_STOPS: StopDraft = { profit: '', loss: '', quantity: '', triggerBy: 'mark' };

/** The fields of a call for stops, those that were left empty left out. */
export function stopBody({ profit, loss, quantity, triggerBy }: StopDraft) {
  return {
    ...(profit === '' ? {} : { stopProfit: sentNumber(profit) }),
    ...(loss === '' ? {} : { stopLoss: sentNumber(loss) }),
    ...(profit === '' && loss === ''
      ? {}
      : { ...(quantity === '' ? {} : { quantity: sentNumber(quantity) }), triggerBy }),
  };
}

export interface StopFieldsProps {
  readonly contract: ContractMarketRow;
  readonly side: 'long' | 'short';
  /** The whole position that the stops close, as it is once the order has filled; null while it is not known. */
  readonly position: PositionTerms | null;
  /** Price on whose sides the stops must lie; left out or null: the price that fires them. */
  readonly reference?: string | null;
  readonly value: StopDraft;
  readonly onChange: (next: StopDraft) => void;
  /** The field that was refused. */
  readonly fault: FaultField | null;
}

/**
 * A stop-profit and a stop-loss: their trigger prices with what they would win or lose and how far away they are, by
 * which price, for how much.
 */
export function StopFields(props: StopFieldsProps) {
  const { contract, side, position, value, onChange, fault } = props;
  const intl = useIntl();
  const text = useText();
  const away = useAway();
  const format = useFormatters();
  const state = usePerpetualState(contract.symbol);
  const now = (value.triggerBy === 'mark' ? state?.markPrice : state?.indexPrice) ?? null;
  const field = (kind: 'profit' | 'loss') => {
    const bound = props.reference ?? now;
    const wanted = stopSide(side, kind);
    const isWrong = isOnWrongSide(wanted, decimalOf(value[kind]), bound);
    const result = stopResult(contract, {
      position,
      side,
      quantity: decimalOf(value.quantity),
      trigger: decimalOf(value[kind]),
    });
    return (
      <NumberField
        label={text(`perpetual.stop.${kind}`)}
        value={value[kind]}
        onValueChange={(price) => onChange({ ...value, [kind]: price })}
        marked={isWrong || fault === kind}
        decimals={contract.full_cou}
        step={contract.tick_size}
        description={
          // its place is kept, so that what is pressed below does not move
          <span className="block min-h-12">
            {isWrong && (
              <span className="block text-warn">
                {text('trade.trigger.side', {
                  side: wanted,
                  price: format.price(bound, contract.full_cou),
                })}
              </span>
            )}
            {!isWrong &&
              result !== null &&
              intl.formatMessage(
                { id: 'perpetual.stop.result' },
                {
                  count: result.lots,
                  amount: <SignedAmount key="amount" amount={result.amount} />,
                },
              )}
            {!isWrong && <span className="block">{away(decimalOf(value[kind]), now)}</span>}
          </span>
        }
      />
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-3">
        {field('profit')}
        {field('loss')}
      </div>
      <div className="grid grid-cols-2 items-end gap-3">
        <Select
          label={text('trade.form.triggerSource')}
          value={value.triggerBy}
          onValueChange={(triggerBy) => onChange({ ...value, triggerBy })}
          options={TRIGGER_SOURCES.map((source) => ({
            value: source,
            label: text(nameOfSource[source]),
          }))}
        />
        <NumberField
          label={text('perpetual.stop.quantity')}
          value={value.quantity}
          onValueChange={(next) => onChange({ ...value, quantity: next })}
          marked={fault === 'quantity'}
          decimals={0}
          step="1"
          placeholder={text('perpetual.stop.all')}
        />
      </div>
    </div>
  );
}
