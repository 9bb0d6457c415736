import type { FeeTiers, MarketRow } from '@candor/api';
import { NumberField, SegmentedControl, useFormatters, useText } from '@candor/ui';
import { type ReactNode, useState } from 'react';
import { toTradeMarket } from '../trade/market/trade-market.ts';
import { RoleControl, TierSelect } from './fee-choice.tsx';
import { firstAmount, firstPrice } from './first-figures.ts';
import { ExampleFrame, Result } from './parts.tsx';
import { orderNumbers } from './rule-numbers.ts';
import { type SpotInput, type SpotOutcome, spotOutcome } from './spot-example.ts';
import { useFigures } from './use-figures.ts';

/** Value that the example begins with, in the quote coin. */
const VALUE = '1000';

interface LinesProps {
  readonly input: SpotInput;
  readonly outcome: SpotOutcome | null;
  readonly base: string;
  readonly quote: string;
  readonly decimals: number;
}

/** Cost and proceeds of a fill, with each formula beside its result. */
export function SpotLines({ input, outcome, base, quote, decimals }: LinesProps) {
  const text = useText();
  const format = useFormatters();
  const buys = input.side === 'buy';
  const received = buys ? base : quote;
  const coins = (value: string | undefined, coin: string) =>
    value === undefined ? null : `${format.quantity(value)} ${coin}`;
  const amount = format.quantity(input.amount || '0');
  const gross = buys ? amount : format.quantity(outcome?.value ?? '0');
  const rate = format.percent(input.feePercent, 3);
  return (
    <>
      <Result
        label={text('trade.orders.value')}
        value={coins(outcome?.value, quote)}
        formula={text('rules.formula.value')}
        figures={`${format.price(input.price || '0', decimals)} × ${amount}`}
      />
      <Result
        label={text('trade.orders.fee')}
        value={coins(outcome?.fee, received)}
        formula={text('rules.formula.fee')}
        figures={`${gross} × ${rate}`}
      />
      <Result
        label={text('trade.form.safetyFund')}
        value={coins(outcome?.safetyFund, received)}
        formula={text('rules.formula.fund', { divisor: format.count(orderNumbers.fundDivisor) })}
        figures={`${format.quantity(outcome?.fee ?? '0')} ÷ ${format.count(orderNumbers.fundDivisor)}`}
      />
      <Result
        label={text('rules.example.pay')}
        value={buys ? coins(outcome?.value, quote) : outcome === null ? null : `${amount} ${base}`}
        formula={text(buys ? 'rules.formula.value' : 'rules.formula.amount')}
      />
      <Result
        strong
        label={text('fees.example.received')}
        value={coins(outcome?.receive, received)}
        formula={text('rules.formula.received')}
        figures={`${gross} − ${format.quantity(outcome?.fee ?? '0')}`}
      />
    </>
  );
}

interface FormProps {
  readonly row: MarketRow;
  readonly tiers: FeeTiers;
  readonly markets: ReactNode;
}

/** The example of one market. */
export function SpotForm({ row, tiers, markets }: FormProps) {
  const text = useText();
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [role, setRole] = useState<'maker' | 'taker'>('taker');
  const [tier, setTier] = useState(tiers.own?.tier ?? 0);
  const market = toTradeMarket(row);
  const price = firstPrice(row.close, row.tick_size);
  const figures = useFigures({ price, amount: firstAmount(VALUE, price, row.lot_size) });
  const rates = tiers.tiers[tier];
  const input: SpotInput = {
    side,
    price: figures.of('price'),
    amount: figures.of('amount'),
    feePercent: (role === 'maker' ? rates?.makerPercent : rates?.takerPercent) ?? '0',
  };
  return (
    <ExampleFrame
      fields={
        <>
          {markets}
          <TierSelect tiers={tiers} value={tier} onValueChange={setTier} />
          <SegmentedControl
            className="col-span-3"
            label={text('trade.form.side')}
            value={side}
            onValueChange={setSide}
            segments={[
              { value: 'buy', label: text('trade.side.buy'), tone: 'up' },
              { value: 'sell', label: text('trade.side.sell'), tone: 'down' },
            ]}
          />
          <RoleControl value={role} onValueChange={setRole} />
          <NumberField
            className="col-span-3"
            label={text('trade.form.price')}
            {...figures.field('price')}
            decimals={market.priceDecimals}
            step={row.tick_size}
            unit={row.quote_symbol}
          />
          <NumberField
            className="col-span-3"
            label={text('trade.form.amount')}
            {...figures.field('amount')}
            decimals={market.quantityDecimals}
            step={row.lot_size}
            unit={row.base_symbol}
          />
        </>
      }
    >
      <SpotLines
        input={input}
        outcome={spotOutcome(input, market)}
        base={row.base_symbol}
        quote={row.quote_symbol}
        decimals={market.priceDecimals}
      />
    </ExampleFrame>
  );
}
