import { decimalOf, type TypedNumber } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import { NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { usePerpetualState } from '../data/index.ts';
import { nameOfSource } from '../trade/orders/trigger-condition.ts';
import { useAway } from '../trade/orders/use-away.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { TRIGGER_SOURCES, type TriggerSource } from './stop-fields.tsx';

const SCALE = 8;

/** Trigger of an order as the user types it: '' while the price is missing. */
export interface TriggerDraft {
  readonly price: TypedNumber;
  readonly by: TriggerSource;
}

export const NO_TRIGGER: TriggerDraft = { price: '', by: 'mark' };

/** Returns the condition, such as "Mark price ≥ 50,000.00"; undefined where it can't be determined. */
function useCondition({ symbol, priceDecimals }: PerpetualMarket, { price: typed, by }: TriggerDraft) {
  const intl = useIntl();
  const format = useFormatters();
  const away = useAway();
  const state = usePerpetualState(symbol);
  const now = by === 'mark' ? state?.markPrice : state?.indexPrice;
  const price = decimalOf(typed);
  const trigger = parseDecimal(price, SCALE);
  const current = now == null ? null : parseDecimal(now, SCALE);
  if (!trigger || current === null || trigger === current) return undefined;
  const source = intl.formatMessage({ id: nameOfSource[by] });
  const condition = `${source} ${trigger > current ? '≥' : '≤'} ${format.price(price, priceDecimals)}`;
  return `${condition} · ${away(price, now ?? null)}`;
}

export interface EntryTriggerProps {
  readonly market: PerpetualMarket;
  readonly value: TriggerDraft;
  readonly onChange: (next: TriggerDraft) => void;
  readonly kind: 'limit' | 'market';
  readonly onKind: (next: 'limit' | 'market') => void;
  /** The trigger price was refused. */
  readonly marked: boolean;
}

/** Trigger fields of a contract order: the price, which price must reach it, and the order placed then. */
export function EntryTrigger({ market, value, onChange, kind, onKind, marked }: EntryTriggerProps) {
  const text = useText();
  const condition = useCondition(market, value);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 compact:-my-1">
        <Select
          label={text('trade.form.triggerKind')}
          variant="plain"
          value={kind}
          onValueChange={onKind}
          options={(['limit', 'market'] as const).map((each) => ({
            value: each,
            label: text(`trade.form.${each}`),
          }))}
        />
        <Select
          label={text('trade.form.triggerSource')}
          variant="plain"
          value={value.by}
          onValueChange={(by) => onChange({ ...value, by })}
          options={TRIGGER_SOURCES.map((source) => ({
            value: source,
            label: text(nameOfSource[source]),
          }))}
        />
      </div>
      <NumberField
        label={text('trade.form.triggerPrice')}
        labelPlacement="inside"
        marked={marked}
        value={value.price}
        onValueChange={(price) => onChange({ ...value, price })}
        decimals={market.priceDecimals}
        step={market.tickSize}
        min={market.tickSize}
        unit={market.quote}
        description={condition ?? '\u00a0'}
      />
    </>
  );
}
