import { parseDecimal } from '@candor/money';
import { NumberField, Select, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useContractState } from '../../data/index.ts';
import { nameOfSource } from '../orders/trigger-condition.ts';
import { useAway } from '../orders/use-away.ts';
import type { ContractMarket } from './contract-market.ts';
import { TRIGGER_SOURCES, type TriggerSource } from './stop-fields.tsx';

const SCALE = 8;

/** What an order waits for, as it is typed: '' while the price is missing. */
export interface TriggerDraft {
  readonly price: string;
  readonly by: TriggerSource;
}

export const NO_TRIGGER: TriggerDraft = { price: '', by: 'mark' };

/** "Mark price ≥ 50,000.00": what has to become true; undefined where that can't be told. */
function useCondition({ symbol, priceDecimals }: ContractMarket, { price, by }: TriggerDraft) {
  const intl = useIntl();
  const format = useFormatters();
  const away = useAway();
  const state = useContractState(symbol);
  const now = by === 'mark' ? state?.markPrice : state?.indexPrice;
  const trigger = parseDecimal(price, SCALE);
  const current = now == null ? null : parseDecimal(now, SCALE);
  if (!trigger || current === null || trigger === current) return undefined;
  const source = intl.formatMessage({ id: nameOfSource[by] });
  const condition = `${source} ${trigger > current ? '≥' : '≤'} ${format.price(price, priceDecimals)}`;
  return `${condition} · ${away(price, now ?? null)}`;
}

export interface EntryTriggerProps {
  readonly market: ContractMarket;
  readonly value: TriggerDraft;
  readonly onChange: (next: TriggerDraft) => void;
  readonly kind: 'limit' | 'market';
  readonly onKind: (next: 'limit' | 'market') => void;
}

/** What a contract order waits for: the price, which price has to come there, and what is placed then. */
export function EntryTrigger({ market, value, onChange, kind, onKind }: EntryTriggerProps) {
  const intl = useIntl();
  const text = (id: string) => intl.formatMessage({ id });
  const condition = useCondition(market, value);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
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
