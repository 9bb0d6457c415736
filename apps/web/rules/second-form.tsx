import type { MarketRow } from '@candor/api';
import { NumberField, SegmentedControl, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { percentUp, periodText } from '../common/period-text.ts';
import { firstPrice, movedPrice } from './first-figures.ts';
import { ExampleFrame, Result, toneOf } from './parts.tsx';
import { type SecondInput, type SecondOutcome, secondOutcome } from './second-example.ts';
import { useFigures } from './use-figures.ts';
import type { SecondOffer } from './use-second-offers.ts';

const STAKE = 100;
/** The close price of the example lies so many thousandths above its open price. */
const MOVE_PERMILLE = 1;

interface LinesProps {
  readonly input: SecondInput;
  readonly outcome: SecondOutcome | null;
  readonly coin: string;
  readonly decimals: number;
}

/** The result of a contract with each formula beside it. */
export function SecondLines({ input, outcome, coin, decimals }: LinesProps) {
  const text = useText();
  const format = useFormatters();
  const coins = (value: string | undefined) =>
    value === undefined ? null : `${format.quantity(value)} ${coin}`;
  const stake = format.quantity(input.stake === '' ? '0' : input.stake);
  const rate = format.percent(input.payoutPercent);
  const won = outcome?.result === 'won';
  const lost = outcome?.result === 'lost';
  const sign = won ? 'won' : lost ? 'lost' : 'back';
  return (
    <>
      <Result
        label={text('seconds.result')}
        value={outcome === null ? null : text(`seconds.result.${outcome.result}`)}
        formula={text('rules.formula.result')}
        figures={`${format.price(input.openPrice || '0', decimals)} → ${format.price(input.closePrice || '0', decimals)}`}
      />
      <Result
        label={text('seconds.receipt.step.payout')}
        value={coins(outcome?.payout)}
        formula={text('rules.formula.payout')}
        figures={`${stake} × ${rate}`}
      />
      <Result
        label={text('fees.example.received')}
        value={coins(outcome?.received)}
        formula={text(`seconds.rules.formula.${sign}.is`)}
        figures={won ? `${stake} + ${format.quantity(outcome.payout)}` : undefined}
      />
      <Result
        strong
        label={text('seconds.profitLoss')}
        value={outcome === null ? null : `${format.difference(outcome.profit)} ${coin}`}
        formula={text('rules.formula.profit')}
        figures={outcome === null ? undefined : `${format.quantity(outcome.received)} − ${stake}`}
        tone={outcome === null ? undefined : toneOf(outcome.profit)}
      />
      <Result
        label={text('seconds.breakEven')}
        value={outcome === null ? null : format.percent(percentUp(outcome.breakEvenPercent))}
        formula={text('seconds.rules.formula.even.is')}
        figures={`1 ÷ (1 + ${rate})`}
      />
    </>
  );
}

interface FormProps {
  readonly offer: SecondOffer;
  readonly market: Pick<MarketRow, 'close' | 'tick_size' | 'full_cou' | 'quote_symbol'>;
  readonly markets: React.ReactNode;
}

/** The example of one market. */
export function SecondForm({ offer, market, markets }: FormProps) {
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const [direction, setDirection] = useState<'up' | 'down'>('up');
  const [period, setPeriod] = useState<string | null>(null);
  const open = firstPrice(market.close, market.tick_size);
  const figures = useFigures({
    stake: String(Math.min(offer.maxQuantity, Math.max(offer.minQuantity, STAKE))),
    open,
    close: movedPrice(open, MOVE_PERMILLE, market.tick_size),
  });
  const chosen =
    offer.periods.find(({ periodSeconds }) => String(periodSeconds) === period) ?? offer.periods[0];
  const stake = Number(figures.of('stake'));
  const isOutside = figures.of('stake') !== '' && !(stake >= offer.minQuantity && stake <= offer.maxQuantity);
  const range = {
    minimum: format.count(offer.minQuantity),
    maximum: format.count(offer.maxQuantity),
    coin: offer.coin,
  };
  const input: SecondInput = {
    direction,
    stake: isOutside ? '' : figures.of('stake'),
    payoutPercent: chosen?.payoutPercent ?? '',
    openPrice: figures.of('open'),
    closePrice: figures.of('close'),
  };
  const price = {
    className: 'col-span-3',
    decimals: market.full_cou,
    step: market.tick_size,
    unit: market.quote_symbol,
  };
  return (
    <ExampleFrame
      fields={
        <>
          {markets}
          <NumberField
            className="col-span-3"
            label={text('seconds.quantity')}
            {...figures.field('stake')}
            decimals={0}
            step="1"
            unit={offer.coin}
            marked={isOutside}
          />
          <SegmentedControl
            className="col-span-6"
            label={text('seconds.direction')}
            value={direction}
            onValueChange={setDirection}
            segments={[
              { value: 'up', label: text('seconds.up'), tone: 'up' },
              { value: 'down', label: text('seconds.down'), tone: 'down' },
            ]}
          />
          <SegmentedControl
            className="col-span-6"
            label={text('seconds.period')}
            value={String(chosen?.periodSeconds ?? '')}
            onValueChange={setPeriod}
            segments={offer.periods.map(({ periodSeconds }) => ({
              value: String(periodSeconds),
              label: periodText(intl, periodSeconds),
            }))}
          />
          <NumberField label={text('seconds.openPrice')} {...figures.field('open')} {...price} />
          <NumberField label={text('seconds.closePrice')} {...figures.field('close')} {...price} />
          {isOutside && (
            <p className="col-span-6 text-13 text-warn">{text('seconds.problem.quantity', range)}</p>
          )}
        </>
      }
    >
      <SecondLines
        input={input}
        outcome={secondOutcome(input)}
        coin={offer.coin}
        decimals={market.full_cou}
      />
    </ExampleFrame>
  );
}
