import { parseDecimal } from '@candor/money';
import { NumberField, Select, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useContractState } from '../../data/index.ts';
import type { ContractMarket } from './contract-market.ts';
import { TRIGGER_SOURCES, type TriggerSource } from './stop-fields.tsx';

const SCALE = 8;

/** What an order waits for, as it is typed: '' while the price is missing. */
export interface TriggerDraft {
  readonly price: string;
  readonly by: TriggerSource;
}

export const NO_TRIGGER: TriggerDraft = { price: '', by: 'mark' };

/** Whether the price of a source has to rise or to fall to come to a trigger; null where that can't be told. */
function useDirection(symbol: string, { price, by }: TriggerDraft): '≥' | '≤' | null {
  const state = useContractState(symbol);
  // the last trade of our own book is nowhere told
  const now = by === 'mark' ? state?.markPrice : by === 'index' ? state?.indexPrice : null;
  const trigger = parseDecimal(price, SCALE);
  const current = now == null ? null : parseDecimal(now, SCALE);
  if (!trigger || current === null || trigger === current) return null;
  return trigger > current ? '≥' : '≤';
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
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const direction = useDirection(market.symbol, value);
  const condition = `${text(`trade.source.${value.by}`)} ${direction} ${format.price(value.price, market.priceDecimals)}`;
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
            label: text(`trade.source.${source}`),
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
        description={direction === null ? undefined : condition}
      />
    </>
  );
}
