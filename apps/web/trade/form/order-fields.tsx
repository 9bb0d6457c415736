import { Checkbox, NumberField, SegmentedControl, Select, Tab, TabList, Tabs, useText } from '@candor/ui';
import { totalDecimals } from '../draft/draft.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { LimitHint } from './band-hint.tsx';
import type { OrderFormState } from './use-order-form.ts';

interface FieldProps {
  readonly market: TradeMarket;
  readonly form: OrderFormState;
}

/** Chooses the side of the order and its kind; a margin account has no orders that wait for a price. */
export function SideAndKind({
  form: { draft, change },
  canWait,
}: Pick<FieldProps, 'form'> & { readonly canWait: boolean }) {
  const text = useText();
  return (
    <>
      <SegmentedControl
        label={text('trade.form.side')}
        value={draft.side}
        onValueChange={(side) => change({ side })}
        segments={[
          { value: 'buy', label: text('trade.side.buy'), tone: 'up' },
          { value: 'sell', label: text('trade.side.sell'), tone: 'down' },
        ]}
      />
      <Tabs
        value={draft.wait === null ? draft.kind : 'trigger'}
        onValueChange={(tab) =>
          change(
            tab === 'trigger'
              ? { wait: 'stop', kind: 'limit' }
              : { wait: null, kind: tab === 'market' ? 'market' : 'limit' },
          )
        }
      >
        <TabList label={text('trade.form.type')} ruled={false} size="small">
          <Tab value="limit">{text('trade.form.limit')}</Tab>
          <Tab value="market">{text('trade.form.market')}</Tab>
          {canWait && <Tab value="trigger">{text('trade.form.trigger')}</Tab>}
        </TabList>
      </Tabs>
    </>
  );
}

/** The limit of the order, with the band that the market allows. */
export function PriceField({ market, form }: FieldProps) {
  const text = useText();
  const { draft, fault, change, lastPrice, index } = form;
  return (
    <NumberField
      label={text(draft.wait === 'oco' ? 'trade.form.limitPrice' : 'trade.form.price')}
      labelPlacement="inside"
      marked={fault === 'price'}
      value={draft.price}
      onValueChange={(price) => change({ price })}
      decimals={market.priceDecimals}
      step={market.tickSize}
      min={market.tickSize}
      unit={market.quote}
      description={<LimitHint market={market} draft={draft} lastPrice={lastPrice} index={index} />}
    />
  );
}

/** The amount of the base coin. */
export function QuantityField({ market, form: { draft, fault, change, amountRef } }: FieldProps) {
  const text = useText();
  return (
    <NumberField
      label={text('trade.form.amount')}
      labelPlacement="inside"
      marked={fault === 'quantity' && draft.driver !== 'total'}
      value={draft.quantity}
      onValueChange={(quantity) => change({ quantity, driver: 'quantity' })}
      decimals={market.quantityDecimals}
      step={market.lotSize}
      unit={market.base}
      ref={amountRef}
    />
  );
}

/** The amount of the quote coin. */
export function TotalField({ market, form: { draft, fault, change } }: FieldProps) {
  const text = useText();
  const isAbout = draft.kind === 'market' && draft.wait === null;
  return (
    <NumberField
      label={text(isAbout ? 'trade.form.totalAbout' : 'trade.form.total')}
      labelPlacement="inside"
      marked={fault === 'total' || (fault === 'quantity' && draft.driver === 'total')}
      value={draft.total}
      onValueChange={(total) => change({ total, driver: 'total' })}
      decimals={totalDecimals(market)}
      unit={market.quote}
    />
  );
}

/** Chooses how long a limit order stays in the book, and whether it may only add to it. */
export function LimitTerms({ form: { draft, change } }: Pick<FieldProps, 'form'>) {
  const text = useText();
  return (
    <div className="flex items-center justify-between gap-3 compact:-my-1">
      <Checkbox checked={draft.postOnly} onCheckedChange={(postOnly) => change({ postOnly })}>
        {text('trade.form.postOnly')}
      </Checkbox>
      <Select
        label={text('trade.form.timeInForce')}
        variant="plain"
        value={draft.postOnly ? 'GTC' : draft.timeInForce}
        disabled={draft.postOnly}
        onValueChange={(timeInForce) => change({ timeInForce })}
        options={(['GTC', 'IOC', 'FOK'] as const).map((value) => ({
          value,
          label: value,
          detail: text(`trade.tif.${value}`),
        }))}
      />
    </div>
  );
}
