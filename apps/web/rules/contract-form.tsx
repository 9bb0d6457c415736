import type { ContractMarketRow, FeeTiers } from '@candor/api';
import { NumberField, SegmentedControl, useFormatters, useText } from '@candor/ui';
import { type ReactNode, useState } from 'react';
import { type ContractInput, contractOutcome } from './contract-example.ts';
import { ContractLines } from './contract-lines.tsx';
import { contractRates } from './contract-rates.ts';
import { type Role, RoleControl, TierSelect } from './fee-choice.tsx';
import { firstPrice, movedPrice } from './first-figures.ts';
import { ExampleFrame } from './parts.tsx';
import { useFigures } from './use-figures.ts';

const CONTRACTS = '100';
const LEVERAGE = 10;
/** Mark and exit price of the example lie so many thousandths above its entry price. */
const MARK_PERMILLE = -5;
const EXIT_PERMILLE = 10;
/** A rate in parts per billion, as a percentage. */
const PPB_SCALE = 7;

interface FormProps {
  readonly row: ContractMarketRow;
  readonly tiers: FeeTiers;
  readonly markets: ReactNode;
}

/** Figures that the example of a market begins with. */
function firstFigures(row: ContractMarketRow) {
  const entry = firstPrice(row.mark ?? row.close, row.tick_size);
  return {
    contracts: CONTRACTS,
    leverage: String(Math.min(LEVERAGE, row.max_leverage)),
    entry,
    exit: movedPrice(entry, EXIT_PERMILLE, row.tick_size),
    mark: movedPrice(entry, MARK_PERMILLE, row.tick_size),
    funding: (row.funding_rate ?? '0').replace('-', ''),
  };
}

/** The example of one market. */
export function ContractForm({ row, tiers, markets }: FormProps) {
  const text = useText();
  const format = useFormatters();
  const [side, setSide] = useState<'long' | 'short'>('long');
  const [payer, setPayer] = useState<'long' | 'short'>(
    row.funding_rate?.startsWith('-') === true ? 'short' : 'long',
  );
  const [role, setRole] = useState<Role>('taker');
  const [tier, setTier] = useState(tiers.own?.tier ?? 0);
  const figures = useFigures(firstFigures(row));
  const sides = (['long', 'short'] as const).map((value) => ({
    value,
    label: text(`perpetual.side.${value}`),
  }));
  const input: ContractInput = {
    side,
    contracts: figures.of('contracts'),
    leverage: figures.of('leverage'),
    feePercent: contractRates(tiers.tiers[tier], row)[role],
    entryPrice: figures.of('entry'),
    exitPrice: figures.of('exit'),
    markPrice: figures.of('mark'),
    fundingPercent: figures.of('funding'),
    payer,
  };
  const outcome = contractOutcome(row, input);
  const isTooHigh = outcome !== null && Number(input.leverage) > outcome.maxLeverage;
  const price = { className: 'col-span-3 sm:col-span-2', decimals: row.full_cou, step: row.tick_size };
  const whole = { decimals: 0, step: '1' };
  return (
    <ExampleFrame
      fields={
        <>
          {markets}
          <TierSelect tiers={tiers} value={tier} onValueChange={setTier} />
          <SegmentedControl
            className="col-span-3"
            label={text('perpetual.action')}
            value={side}
            onValueChange={setSide}
            segments={sides.map((each) => ({ ...each, tone: each.value === 'long' ? 'up' : 'down' }))}
          />
          <RoleControl value={role} onValueChange={setRole} />
          <NumberField
            className="col-span-3"
            label={text('perpetual.unit')}
            {...figures.field('contracts')}
            {...whole}
            unit={`× ${format.price(row.contract_size)} ${row.base_symbol}`}
          />
          <NumberField
            className="col-span-3"
            label={text('perpetual.leverage')}
            {...figures.field('leverage')}
            {...whole}
            unit="×"
            marked={isTooHigh}
          />
          <NumberField label={text('perpetual.entry')} {...figures.field('entry')} {...price} />
          <NumberField label={text('perpetual.mark')} {...figures.field('mark')} {...price} />
          <NumberField label={text('rules.example.exit')} {...figures.field('exit')} {...price} />
          <NumberField
            className="col-span-3"
            label={text('rules.funding.rate')}
            {...figures.field('funding')}
            decimals={PPB_SCALE}
            unit="%"
          />
          <div className="col-span-3 flex flex-col gap-1">
            <span aria-hidden="true" className="text-13 font-medium text-ink-2">
              {text('rules.funding.payer')}
            </span>
            <SegmentedControl
              label={text('rules.funding.payer')}
              value={payer}
              onValueChange={setPayer}
              segments={sides}
            />
          </div>
          {isTooHigh && (
            <p className="col-span-6 text-13 text-warn">
              {text('rules.example.leverage', { leverage: format.count(outcome.maxLeverage) })}
            </p>
          )}
        </>
      }
    >
      <ContractLines row={row} input={input} outcome={isTooHigh ? null : outcome} />
    </ExampleFrame>
  );
}
