import { decimalOf, type MessageId } from '@candor/i18n';
import { NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useTicker } from '../../data/index.ts';
import type { FaultField } from '../../forms/fault-field.ts';
import { type Draft, isOnWrongSide, type OrderKind, triggerSide, type Wait } from '../draft/draft.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { useAway } from '../orders/use-away.ts';

/** Keeps the place of a line that is not known yet. */
const RESERVED = '\u00a0';

/** The orders that wait for a price, each with what it is once it fires. */
const TYPES: Readonly<Record<string, { readonly wait: Wait; readonly kind: OrderKind }>> = {
  'stop-limit': { wait: 'stop', kind: 'limit' },
  'stop-market': { wait: 'stop', kind: 'market' },
  'take-profit-limit': { wait: 'take-profit', kind: 'limit' },
  'take-profit-market': { wait: 'take-profit', kind: 'market' },
  'trailing-stop': { wait: 'trailing-stop', kind: 'market' },
  oco: { wait: 'oco', kind: 'limit' },
};

export interface TriggerFieldsProps {
  readonly market: TradeMarket;
  readonly draft: Draft;
  /** The field that was refused. */
  readonly fault: FaultField | null;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** The trigger of an order: its type, the price that triggers it and the index that it is counted from. */
export function TriggerFields({ market, draft, fault, onChange }: TriggerFieldsProps) {
  const format = useFormatters();
  const index = useTicker(market.symbol)?.index ?? null;
  const away = useAway();
  const text = useText();
  const type = Object.keys(TYPES).find(
    (name) => TYPES[name]?.wait === draft.wait && TYPES[name]?.kind === draft.kind,
  );
  const side = triggerSide(draft);
  const isWrong = side !== null && isOnWrongSide(side, decimalOf(draft.trigger), index);
  const note = (field: 'trigger' | 'activation') => {
    if (field === 'activation' || !isWrong) return away(decimalOf(draft[field]), index) ?? RESERVED;
    const words = text('trade.trigger.side', { side, price: format.price(index, market.priceDecimals) });
    return <span className="text-warn">{words}</span>;
  };
  const price = (label: MessageId, field: 'trigger' | 'activation' | 'stopPrice') => (
    <NumberField
      label={text(label)}
      // the longest label leaves a price no room beside it
      labelPlacement={field === 'activation' ? 'above' : 'inside'}
      marked={fault === (field === 'stopPrice' ? 'stop' : field) || (field === 'trigger' && isWrong)}
      value={draft[field]}
      onValueChange={(value) => onChange({ [field]: value })}
      decimals={market.priceDecimals}
      step={market.tickSize}
      unit={market.quote}
      description={field === 'stopPrice' ? undefined : note(field)}
    />
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 compact:-my-1">
        <Select
          label={text('trade.form.triggerKind')}
          variant="plain"
          value={type ?? 'stop-limit'}
          onValueChange={(name) => onChange(TYPES[name] ?? {})}
          options={Object.keys(TYPES).map((value) => ({
            value,
            label: text(`trade.type.${value}` as MessageId),
          }))}
        />
        <span className="text-12 text-ink-3">
          {text('trade.price.index')}{' '}
          <span className="figure">{format.price(index, market.priceDecimals)}</span>
        </span>
      </div>
      {draft.wait === 'trailing-stop' ? (
        <>
          <NumberField
            label={text('trade.form.callback')}
            labelPlacement="inside"
            marked={fault === 'callback' || fault === 'trigger'}
            value={draft.callback}
            onValueChange={(callback) => onChange({ callback })}
            decimals={2}
            step="0.01"
            unit="%"
          />
          {price('trade.form.activation', 'activation')}
        </>
      ) : (
        price('trade.form.triggerPrice', 'trigger')
      )}
      {draft.wait === 'oco' && price('trade.form.stopPrice', 'stopPrice')}
    </>
  );
}
